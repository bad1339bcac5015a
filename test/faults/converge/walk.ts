import type { Answer } from './history.ts'
import type { Model } from './model.ts'
import type { Operation } from './operation.ts'

/** A way through the numbers of a round, up to one of them. */
export interface Walk {
  seq: number
  model: Model
  /** The operations that have taken effect so far. */
  done: Set<Operation>
  /** Lost operations that may have taken effect without changing anything. */
  idle: Set<Operation>
  /** Refusals for which no reason has been found yet, and how many have been looked at. */
  open: Answer[]
  opened: number
}

export const startWalk = (model: Model, seq: number): Walk => ({
  seq,
  model: model.clone(),
  done: new Set(),
  idle: new Set(),
  open: [],
  opened: 0,
})

export function copyOf(walk: Walk): Walk {
  const { model, done, idle, open } = walk
  return { ...walk, model: model.clone(), done: new Set(done), idle: new Set(idle), open: [...open] }
}

/** The facts about the operations of this round that later rounds need. */
export function remember({ done, idle }: Pick<Walk, 'done' | 'idle'>): void {
  for (const operation of done) operation.done = true
  for (const operation of idle) operation.idle = true
}

export const isIdle = (operation: Operation, { idle }: Walk): boolean =>
  operation.idle === true || idle.has(operation)

export const isDone = (operation: Operation, { done }: Walk): boolean =>
  operation.done === true || done.has(operation)
