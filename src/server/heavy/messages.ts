import type { Problem } from '../../contract/problem.ts'
import { type ChangeListener, DatabaseUnavailable } from '../db/database.ts'
import type { Done } from '../feed/write.ts'
import { ReadyBody } from '../http/answers.ts'
import { Failure } from '../problems.ts'
import type { HeavyName } from './heavy.ts'

/** What the thread is told. */
export type Order =
  | { kind: 'carry out'; name: HeavyName; call: object; now: number }
  /** It may write now. */
  | { kind: 'write' }
  | { kind: 'close' }

/** What the thread tells. */
export type Report =
  | { kind: 'changed'; change: Parameters<ChangeListener> }
  /** What it is doing is about to write. */
  | { kind: 'about to write' }
  /** Its transaction has ended: others may write. */
  | { kind: 'written' }
  | ({ kind: 'done'; seq?: number; isReplay?: boolean } & (
      | { content: unknown }
      | { body: Uint8Array<ArrayBuffer>; provesNothing: boolean; page: ReadyBody['page'] }
    ))
  | { kind: 'refused'; problem: Problem; isReplay: boolean }
  | { kind: 'failed'; error: unknown; isUnavailable: boolean }

export function doneOf(report: Report & { kind: 'done' }): Done<unknown> {
  const content =
    'body' in report ? new ReadyBody(report.body, report.provesNothing, report.page) : report.content
  return { content, seq: report.seq ?? 0, isReplay: report.isReplay ?? false }
}

export function errorOf(report: Report & { kind: 'refused' | 'failed' }): unknown {
  if (report.kind === 'failed')
    return report.isUnavailable ? new DatabaseUnavailable(report.error) : report.error
  const failure = new Failure(report.problem)
  failure.isReplay = report.isReplay
  return failure
}
