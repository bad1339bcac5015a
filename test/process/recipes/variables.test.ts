import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { dockerfile, inCompose, read, unit } from './deployment.ts'

/** Of a text of which each match has a name and a value. */
const pairsIn = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value.trim()]))

const unquoted = (value: string) => value.replace(/^(['"])(.*)\1$/, '$2')

const environmentOf = {
  systemd: {
    ...pairsIn(read('systemd/inboard.env'), /^(\w+)=(.*)$/gm),
    ...pairsIn(unit, /(?<=^Environment=.*?)([A-Z_]+)=(\S+)/gm),
  },
  docker: pairsIn(dockerfile.slice(dockerfile.indexOf('ENV ')), /^(?:ENV)?\s+([A-Z_]+)=(.*?) ?\\?$/gm),
  compose: pairsIn(inCompose, /^ {6}([A-Z_]+): (.*)$/gm),
}

/** What is not for Inboard, but for what it runs on. */
const forOthers = ['PATH', 'NODE_ENV', 'TMPDIR', 'XDG_CACHE_HOME']

describe.each(Object.entries(environmentOf))('the variables for %s', (_what, environment) => {
  test('are variables of Inboard', () => {
    const known = readConfig({}).names
    expect(Object.keys(environment).length).toBeGreaterThan(4)
    expect(Object.keys(environment).filter((name) => !known.has(name) && !forOthers.includes(name))).toEqual(
      [],
    )
  })
})

test.each([
  ['systemd', environmentOf.systemd],
  ['compose', { ...environmentOf.docker, ...environmentOf.compose }],
])('the configuration for %s is in order', (_what, given) => {
  const environment = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, unquoted(value)]),
  )
  // The files come into being where it is deployed.
  const { complaints, warnings } = readConfig(environment)
  expect({ complaints, warnings }).toEqual({ complaints: [], warnings: [] })
  expect(environment).toMatchObject({
    JWT_SECRET_FILE: expect.anything(),
    SMTP_URL_FILE: expect.anything(),
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
  })
})
