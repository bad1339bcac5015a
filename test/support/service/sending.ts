import type { Answer, TestInboard } from './inboard.ts'

export interface Extras {
  body?: unknown
  /** The header `Idempotency-Key`. */
  key?: string
  /** The header `If-Match`. */
  ifMatch?: string
  headers?: Record<string, string>
}

export interface Sent extends Answer {
  /** The header `Inboard-Seq`. */
  seq: number | undefined
  isReplay: boolean
  /** The status, with the code if it is a problem: `'404 not_found'`. */
  outcome: string
}

export type Send = (call: string, extras?: Extras) => Promise<Sent>

/** `await send('PATCH /api/cards/…', { body, key })`, with a token. */
export function sender(inboard: Pick<TestInboard, 'request'>, token: string | undefined): Send {
  return async (call, { body, key, ifMatch, headers } = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const answer = await inboard.request(method, path, {
      token,
      body,
      headers: {
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...headers,
      },
    })
    const seq = answer.headers.get('inboard-seq')
    return {
      ...answer,
      seq: seq === null ? undefined : Number(seq),
      isReplay: answer.headers.get('idempotency-replayed') === 'true',
      outcome: `${answer.status}${answer.status >= 400 ? ` ${answer.body.code}` : ''}`,
    }
  }
}

/** The number of times each outcome occurred. */
export function tally(answers: readonly { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
