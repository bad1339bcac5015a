/** The messages between the server and its workers. */
import type { Problem } from '../../contract/problem.ts'
import type { ProblemError } from '../common/problems.ts'
import type { Limits } from '../common/world.ts'
import type { Config } from '../config/config.ts'
import type { ChangeListener } from '../db/database.ts'
import type { AgentRequest } from '../http/agents.ts'
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

/** Messages to a worker. */
export type Order =
  | Beginning
  /** A part of what the next job needs. */
  | { kind: 'bytes'; bytes: Uint8Array }
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
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; problem: Problem; about: Pick<ProblemError, 'isReplay' | 'scope'> }
  | { kind: 'failed'; error: unknown; isUnavailable: boolean }
  /** An error to log that is not the job's result. */
  | { kind: 'error'; error: unknown }
