import { createHash, randomUUID } from 'node:crypto'
import type { Board } from '../board/board.ts'
import { describeWithPlace } from '../board/lookup.ts'
import { quoted } from '../board/names.ts'
import type { Next } from '../client/carry-out.ts'
import { failedBy, type Outcome } from '../client/perform.ts'
import { cardAsData, type LinkTo } from './show.ts'
import { type Answer, failureOf, inWords } from './tool.ts'

// Reports the outcome of a call, and derives the keys that make repeating it harmless.

/** The idempotency keys of one tool call. */
export interface Keys {
  /** The key of the call. Repeating the call with it does nothing twice. */
  call: string
  /**
   * The key of one operation. It includes the intended change, so an agent that reuses a key for something
   * else is not blocked. It is a UUID, and so the id of what it creates.
   */
  keyFor(part: string, what: unknown): string
}

export function keysOf(tool: string, given: string | undefined): Keys {
  const call = given ?? randomUUID()
  return {
    call,
    keyFor(part, what) {
      const digits = createHash('sha256')
        .update(JSON.stringify([call, tool, part, what]))
        .digest('hex')
      // RFC 9562 leaves the contents of version 8 open.
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
    },
  }
}

/** The outcome of a step of several operations, or none: its first failure. */
export const outcomeOf = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find(({ kind }) => kind === 'refused' || kind === 'unknown') ??
  outcomes[0] ?? { kind: 'done before' }

/** Why it was not done, for an agent. Undefined if it was. */
function reasonOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'refused') return inWords(outcome.problem)
  return outcome.kind === 'unknown'
    ? `it is unknown whether this was done. ${failureOf(outcome.error)}`
    : undefined
}

/** One item of a call: the sentence if it was done, and its name if not. */
export interface Item {
  outcome: Outcome
  done: string
  what: string
  /** Why it was not done, in place of the general reason. */
  reason?: string | undefined
  data?: ({ url?: string } & Record<string, unknown>) | undefined
}

/** Lists the items that were done, and those that were not. */
export function report(keys: Keys, given: readonly Item[]): Answer {
  const parts = given.map((part) => ({ ...part, reason: part.reason ?? reasonOf(part.outcome) }))
  const done = parts.filter(({ reason }) => reason === undefined)
  const failed = parts.filter(({ reason }) => reason !== undefined)
  const isUncertain = parts.some(({ outcome }) => outcome.kind === 'unknown')
  const lines = [
    ...done.map((part) => (part.outcome.kind === 'done before' ? `${part.done} (already done)` : part.done)),
    ...(failed.length > 0 ? [done.length > 0 ? 'Not done:' : 'Nothing was done:'] : []),
    ...failed.map(({ what, reason }) => `- ${what}: ${reason}`),
    ...(isUncertain
      ? [`Repeat the call with "key": ${JSON.stringify(keys.call)}. Nothing is done twice.`]
      : []),
  ]
  return {
    text: lines.join('\n'),
    data: {
      done: done.map(({ what, data }) => data ?? { what }),
      ...(failed.length > 0 && { not_done: failed.map(({ what, reason = '' }) => ({ what, reason })) }),
      ...(isUncertain && { key: keys.call }),
    },
    link: done.length === 1 ? done[0]?.data?.url : undefined,
    ...(failed.length > 0 && { isError: true }),
  }
}

/** Reports the next cards of series beside the cards that they follow. */
export function withNext(board: Board, linkTo: LinkTo, all: readonly Next[]) {
  const those = (ids: readonly string[]) =>
    all.flatMap((one) => ('card' in one && ids.includes(one.successor.follows) ? [one] : []))
  return {
    lines: (ids: readonly string[]): string =>
      those(ids)
        .map(
          ({ card, isNew }) =>
            `\n  ${isNew ? 'Added the next one' : 'The next one is already there'}: ${describeWithPlace(board, card)}`,
        )
        .join(''),
    data(ids: readonly string[]): { next?: object[] } {
      const next = those(ids).map(({ card }) => cardAsData(board, linkTo, card))
      return next.length > 0 ? { next } : {}
    },
    /** Those that could not be added. */
    failed: all.flatMap((one): Item[] =>
      'error' in one
        ? [{ outcome: failedBy(one.error), done: '', what: `add the next ${quoted(one.successor.text)}` }]
        : [],
    ),
  }
}
