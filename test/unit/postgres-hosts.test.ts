import { expect, test } from 'vitest'
import { describePostgres, eachHost, withOneHost } from '../../src/server/db/postgres/hosts.ts'

const hostsOf = (text: string) => {
  const url = withOneHost(text)
  return url && eachHost(url).map(({ href }) => href)
}

test('a URL with one host stays as it is', () => {
  for (const url of [
    'postgres://ada:sesame@db.example.org/inboard',
    'postgresql://ada@[::1]:5433/inboard?sslmode=verify-full&max=3',
    'postgres:///inboard?host=/run/postgresql',
  ]) {
    expect(withOneHost(url)).toBe(url)
    expect(hostsOf(url)).toEqual([url])
  }
})

test('one with several becomes as many, each with its own port', () => {
  expect(hostsOf('postgres://ada:se,s%40me@a:5433,b,[::1]:5434/inboard?max=3')).toEqual([
    'postgres://ada:se,s%40me@a:5433/inboard?max=3',
    'postgres://ada:se,s%40me@b/inboard?max=3',
    'postgres://ada:se,s%40me@[::1]:5434/inboard?max=3',
  ])
})

test('a person is told all of them, and no password', () => {
  const url = withOneHost('postgres://ada:sesame@a,b:5433/inboard?max=3') ?? ''
  expect(describePostgres(url)).toBe('PostgreSQL, a,b:5433/inboard')
})

test.each([
  'postgres://a,/inboard',
  'postgres://,a/inboard',
  'postgres://a,,b/inboard',
  'postgres://a:port,b/inboard',
  'postgres://a,b:99999/inboard',
  'postgres://a,b c/inboard',
  'postgres://a,b@c/inboard?inboard_other_hosts=d',
  'nonsense',
])('%s is none', (text) => {
  expect(withOneHost(text)).toBeUndefined()
})
