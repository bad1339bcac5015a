/** The messages between the server and its workers. */
import type { Problem } from '../../contract/problem.ts'
import type { Limits } from '../common/world.ts'
import type { Config } from '../config/config.ts'
import type { ChangeListener } from '../db/database.ts'
import type { AgentRequest } from '../http/agents.ts'
import { LongBody, type RawBody } from '../http/body.ts'
import type { ReadyBody } from '../http/compression.ts'
import type { BoardCall, BoardName } from './offload.ts'

/** A job for a worker. Its bytes (a file, or an agent's message) are sent before it. */
export type Job =
  | { kind: 'call'; name: BoardName; call: BoardCall }
  | { kind: 'agent'; request: Omit<AgentRequest, 'body'> }
  | { kind: 'calendar'; ownerId: string }

export function ownerOf(job: Job): string {
  if (job.kind === 'call') return job.call.ownerId
  return job.kind === 'agent' ? job.request.caller.ownerId : job.ownerId
}

/** The version is the server's, and the worker must have the same. No secrets, because a worker needs none. */
export interface Beginning {
  kind: 'begin'
  version: string
  config: Limits & Pick<Config, 'appUrl' | 'database'>
}

export type Part = { kind: 'bytes'; bytes: Uint8Array; at: number; of: number }

/** Messages to a worker. */
export type Order =
  | Beginning
  | Part
  | { kind: 'work'; job: Job; now: number }
  /** Grants or refuses the write lease. */
  | { kind: 'write'; may: boolean }

/** Messages from a worker. */
export type Report =
  | { kind: 'changed'; change: Parameters<ChangeListener> }
  /** The job requests the write lease. */
  | { kind: 'about to write' }
  /** Its transaction has ended, so the write lease is released. */
  | { kind: 'written' }
  | Part
  | { kind: 'done'; content?: unknown; seq?: number; isReplay?: boolean; body?: BodyFacts }
  | { kind: 'refused'; problem: Problem; isReplay: boolean }
  | { kind: 'failed'; error: unknown; isUnavailable: boolean }
  /** An error to log that is not the job's result. */
  | { kind: 'error'; error: unknown }

/** Properties of a response that was sent as bytes. */
type BodyFacts = Pick<ReadyBody, 'provesNothing' | 'page'>

/** Reading or writing more at once would block everything else. */
const partLength = 256 * 1024

/** Sends bytes in parts, each after the previous one has been sent. */
export async function sendBytes(body: RawBody, send: (part: Part) => Promise<void>): Promise<void> {
  const of = body.length
  for (let at = 0; at < of; at += partLength) {
    const to = Math.min(at + partLength, of)
    const bytes = body instanceof LongBody ? await body.read(at, to) : body.subarray(at, to)
    await send({ kind: 'bytes', bytes, at, of })
  }
}

/** Reassembles the parts. */
export class Bytes {
  #whole: Buffer<ArrayBuffer> | undefined

  add({ bytes, at, of }: Part): void {
    // Not from Node's shared pool, so that its memory can be freed explicitly.
    this.#whole ??= Buffer.allocUnsafeSlow(of)
    this.#whole.set(bytes, at)
  }

  take(): Buffer<ArrayBuffer> {
    const whole = this.#whole ?? Buffer.allocUnsafeSlow(0)
    this.#whole = undefined
    return whole
  }
}
