import { expect } from 'vitest'
import { sendRaw } from '../../support/network/raw-http.ts'
import { inboard } from '../../support/service/shared.ts'
import { person } from './inbox.ts'

/** A body of exactly so many bytes, which begins like this. */

export const fill = (start: string, size: number) => `${start}${'x'.repeat(size - start.length - 2)}"}`

/** Sends JSON as whoever the token belongs to, its length said beforehand or in chunks. */
export function sendFramed(line: string, token: string, bytes: string, framing: 'length' | 'chunks') {
  const head = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  const chunks = () => {
    const parts: string[] = []
    for (let from = 0; from < bytes.length; from += 40_000) {
      const part = bytes.slice(from, from + 40_000)
      parts.push(part.length.toString(16), '\r\n', part, '\r\n')
    }
    return `${parts.join('')}0\r\n\r\n`
  }
  return sendRaw(
    inboard.url,
    framing === 'length'
      ? `${head}Content-Length: ${bytes.length}\r\n\r\n${bytes}`
      : `${head}Transfer-Encoding: chunked\r\n\r\n${chunks()}`,
    1,
  )
}

const megabyte = 1024 * 1024

/** The largest body of each kind, and how one begins that is taken. */
export const limits = {
  'POST /api/inbox/cards': { limit: 64 * 1024, start: '{"text":"Weed","padding":"', taken: 201 },
  'PUT /api/cards/order': {
    limit: megabyte,
    start: '{"project_id":null,"status_id":null,"card_ids":[],"padding":"',
    taken: 200,
  },
  'POST /api/batch': { limit: megabyte, start: '{"operations":[],"padding":"', taken: 200 },
  'POST /api/import': {
    limit: 32 * megabyte,
    start: '{"format":"inboard","version":1,"projects":[],"inbox":[],"padding":"',
    taken: 201,
  },
}

/** The endpoint takes bodies up to its limit, and not one byte more. */
export async function expectLimit(line: keyof typeof limits, framing: 'length' | 'chunks'): Promise<void> {
  const { limit, start, taken } = limits[line]
  const statuses = []
  for (const size of [limit, limit + 1]) {
    const { answers } = await sendFramed(line, person.token, fill(start, size), framing)
    statuses.push(...answers.map(({ status, code }) => (code ? `${status} ${code}` : status)))
  }
  expect(statuses).toEqual([taken, '413 payload_too_large'])
}
