import fc from 'fast-check'
import { expect } from 'vitest'
import { sendRaw } from '../../support/network/raw-http.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

/** Sends so many requests with some of their bytes changed. None may be answered with a failure of ours. */
export async function garble(count: number): Promise<void> {
  const inboard = await startTestInboard()
  const { token } = await inboard.signIn()
  const start = 'POST /api/inbox/cards?x=1 HTTP/1.1\r\nHost: localhost\r\n'
  const request = Buffer.from(
    `${start}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n{"text":"Weed"}\r\n0\r\n\r\nGET /api/me HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}`,
  )
  const change = fc.record({
    at: fc.integer({ min: start.length, max: request.length - 1 }),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.constantFrom('\r\n', '\n', ' ', ':', '\0', '%', '0', 'chunked').map((text) => Buffer.from(text)),
    ),
  })
  const garbled = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<Buffer>(
        (bytes, { at, remove, insert }) =>
          Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]),
        request,
      ),
    )
  const outcomes: number[] = []
  const waiting = fc.sample(garbled, { seed: 20_261_115, numRuns: count }).values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const bytes of waiting) {
        const { answers } = await sendRaw(inboard.url, bytes, undefined, { hangUp: true })
        for (const { status } of answers)
          expect([status, bytes.toString('latin1')]).not.toEqual([500, expect.anything()])
        outcomes.push(...answers.map(({ status }) => status))
      }
    }),
  )
  expect(new Set(outcomes)).toContain(400)
  expect((await inboard.request('GET', '/healthz')).status).toBe(200)
  expect(inboard.log.filter(({ level }) => level >= 50)).toEqual([])
  await inboard.stop()
}
