import { expect } from 'vitest'
import { sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
export const missing = '01890000-0000-7000-8000-000000000000'
export const inbox = { project_id: null, status_id: null }

export const add = (text: string, more: object = {}) => ({
  method: 'POST',
  path: '/api/inbox/cards',
  body: { text },
  ...more,
})

export interface Result {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  seq?: number
}

export async function newcomer() {
  const person = await inboard.signIn()
  const send = sender(inboard, person.token)
  return {
    ...person,
    send,
    /** The results, of which each must be in the form that the contract gives them. */
    async batch(...operations: object[]): Promise<Result[]> {
      const { status, body, seq } = await send('POST /api/batch', { body: { operations } })
      expect([status, seq]).toEqual([200, undefined])
      expect(body.results).toHaveLength(operations.length)
      for (const result of body.results) {
        expect(Object.keys(result)).toEqual(
          result.status < 300 ? ['status', 'body', 'seq'] : ['status', 'body'],
        )
        if (result.status >= 400)
          expect(result.body).toMatchObject({
            type: 'about:blank',
            status: result.status,
            code: expect.any(String),
          })
      }
      return body.results
    },
    seq: async () => (await person.client.changes()).seq,
    inbox: async () => (await person.client.listInboxCards()).cards.map(({ text }) => text).join(''),
  }
}

export const outcomes = (results: Result[]) =>
  results.map(({ status, body }) => (status >= 400 ? `${status} ${body.code}` : String(status)))
