import type { Keys } from './keys.ts'
import type { Outcome } from './operations.ts'
import { reasonOf } from './operations.ts'
import type { Answer } from './tool.ts'

/** One item of a call: the sentence if it was done, and its name if not. */
export interface Part {
  outcome: Outcome
  done: string
  what: string
  /** Why it was not done, in place of the general reason. */
  reason?: string | undefined
  data?: ({ url?: string } & Record<string, unknown>) | undefined
}

/** What was done, and what was not. */
export function report(keys: Keys, parts: Part[]): Answer {
  const told = parts.map((part) => ({ ...part, reason: part.reason ?? reasonOf(part.outcome) }))
  const done = told.filter(({ reason }) => reason === undefined)
  const failed = told.filter(({ reason }) => reason !== undefined)
  const [only] = done.length === 1 ? done : []
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
    link: only?.data?.url,
    ...(failed.length > 0 && { isError: true }),
  }
}
