import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { sendRaw } from '../../support/network/raw-http.ts'
import { inboard } from '../../support/service/shared.ts'
import { expectLimit, fill, limits, sendFramed } from './framing.ts'
import { person, post } from './inbox.ts'

const framings = ['length', 'chunks'] as const

describe('how large a body may be', () => {
  // The 32 megabytes of an import have their turn in test/long.
  const small = ['POST /api/inbox/cards', 'PUT /api/cards/order', 'POST /api/batch'] as const
  for (const line of small)
    for (const framing of framings)
      test(`${line} takes ${limits[line].limit} bytes sent by ${framing}, and not one more`, () =>
        expectLimit(line, framing))

  test('an import may be larger than any other body', async () => {
    const { start, limit } = limits['POST /api/import']
    const { answers } = await sendFramed(
      'POST /api/import',
      person.token,
      fill(start, 2 * 1024 * 1024),
      'length',
    )
    expect(answers.map(({ status }) => status)).toEqual([201])
    const head = `POST /api/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\n`
    const refused = await sendRaw(inboard.url, `${head}Content-Length: ${limit + 1}\r\n\r\n`, 1)
    expect(refused.answers.map(({ code }) => code)).toEqual(['payload_too_large'])
  })

  test('bytes are counted, not characters', async () => {
    const body = fill('{"text":"Weed","padding":"', 40_000).replaceAll('x', 'é')
    expect(outcome(await post(body))).toBe('413 payload_too_large')
  })

  test('a client that sends ten megabytes can read the response', async () => {
    const bytes = 'x'.repeat(10_000_000)
    for (const framing of framings) {
      const { answers } = await sendFramed('POST /api/inbox/cards', person.token, bytes, framing)
      expect(answers.map(({ code }) => code)).toEqual(['payload_too_large'])
    }
  })

  test.for([
    ['413 payload_too_large', 'POST /api/auth/magic-link'],
    ['401 unauthenticated', 'POST /api/inbox/cards'],
    ['404 not_found', 'POST /api/nothing'],
  ])('%s can be read also by someone who wants the connection closed after it', async ([refusal, target]) => {
    const head = `${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`
    const bytes = `${head}Content-Length: 10000000\r\n\r\n${'x'.repeat(10_000_000)}`
    const { answers, end } = await sendRaw(inboard.url, bytes)
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([refusal])
    expect(end).toBe('closed')
  })
})
