import type { Problem } from '../../contract/problem.ts'
import type { Config } from '../config.ts'
import type { ChangeListener } from '../db/database.ts'
import type { AgentRequest } from '../http/agents.ts'
import type { ReadyBody } from '../http/answers.ts'
import { LongBody, type RawBody } from '../http/long-body.ts'
import type { Limits } from '../world.ts'
import type { BoardCall, BoardName } from './bounded.ts'

/** What a worker does. Its bytes, a file or the message of an agent, come before it. */
export type Job =
  | { kind: 'call'; name: BoardName; call: BoardCall }
  | { kind: 'agent'; request: Omit<AgentRequest, 'body'> }

/** No secrets: it has no use for them. */
export type WorkerConfig = Limits & Pick<Config, 'database'>

/** The version is that of the server: its worker must be of the same. */
export interface Beginning {
  kind: 'begin'
  version: string
  config: WorkerConfig
}

/** What a worker is told. */
export type Order =
  | Beginning
  | { kind: 'bytes'; bytes: Uint8Array; at: number; of: number }
  | { kind: 'work'; job: Job; now: number }
  /** Whether it may write now. */
  | { kind: 'write'; may: boolean }

/** What a worker tells. */
export type Report =
  /** It has loaded what it always needs. */
  | { kind: 'ready' }
  /** And what it needs for agents, which takes so many bytes. */
  | { kind: 'loaded'; memory: number }
  | { kind: 'changed'; change: Parameters<ChangeListener> }
  /** What it is doing is about to write. */
  | { kind: 'about to write' }
  /** Its transaction has ended: others may write. */
  | { kind: 'written' }
  | { kind: 'bytes'; bytes: Uint8Array; at: number; of: number }
  | { kind: 'done'; content?: unknown; seq?: number; isReplay?: boolean; body?: BodyFacts }
  | { kind: 'refused'; problem: Problem; isReplay: boolean }
  | { kind: 'failed'; error: unknown; isUnavailable: boolean }
  /** Something to look into, which is not what it answers. */
  | { kind: 'error'; error: unknown }

/** Of an answer that came as bytes. */
export type BodyFacts = Pick<ReadyBody, 'provesNothing' | 'page'>

/** Whoever sends or reads more at once keeps everything else waiting. */
const most = 256 * 1024

type Part = { kind: 'bytes'; bytes: Uint8Array; at: number; of: number }

/** Sends bytes a part at a time, each when the one before it has left. */
export async function sendBytes(body: RawBody, send: (part: Part) => Promise<void>): Promise<void> {
  const of = body.length
  for (let at = 0; at < of; at += most) {
    const to = Math.min(at + most, of)
    const bytes = body instanceof LongBody ? await body.read(at, to) : body.subarray(at, to)
    await send({ kind: 'bytes', bytes, at, of })
  }
}

/** Puts them together again. */
export class Bytes {
  #whole: Buffer<ArrayBuffer> | undefined

  add({ bytes, at, of }: Part): void {
    // Not from Node's shared pool: whoever is done with it may give its memory back.
    this.#whole ??= Buffer.allocUnsafeSlow(of)
    this.#whole.set(bytes, at)
  }

  take(): Buffer<ArrayBuffer> {
    const whole = this.#whole ?? Buffer.allocUnsafeSlow(0)
    this.#whole = undefined
    return whole
  }
}
