import { Evidence } from './evidence.ts'
import type { History } from './history.ts'
import type { Model } from './model.ts'
import type { Operation } from './operation.ts'
import { copyOf, startWalk, type Walk } from './walk.ts'

/** The number of backtracks before the search is given up. */
const mostGuesses = 20_000

/** A branch, with the operations that have not been tried there yet. */
interface Fork {
  walk: Walk
  takers: Operation[]
}

/** The account at the end of the round, and the operations that have taken effect in it. */
type Explanation = Pick<Walk, 'model' | 'done' | 'idle'>

/**
 * Replays a round in the order of its numbers. Every number must have been taken by exactly one operation, which was
 * right to be accepted then, and every answer and every replica must show the account as the model has it at that
 * number. Who took a number is known from the answers; where they got lost it is guessed, and a guess that something
 * contradicts is taken back. Returns a sentence if there is no such way.
 */
export function explain(start: Model, from: number, to: number, history: History): Explanation | string {
  const evidence = new Evidence(history, from, to)
  if (evidence.fault) return evidence.fault
  const forks: Fork[] = []
  const furthest = { seq: -1, fault: '' }
  let guesses = 0
  let walk = startWalk(start, from)
  let fault = evidence.faultAt(walk, undefined)
  while (fault || walk.seq < to) {
    const [first, ...others] = fault ? [] : evidence.takersAfter(walk)
    let taker = first
    if (taker) {
      if (others.length > 0) forks.push({ walk: copyOf(walk), takers: others })
    } else {
      fault ??= evidence.whyNobody(walk)
      if (walk.seq > furthest.seq) Object.assign(furthest, { seq: walk.seq, fault })
      const fork = forks.at(-1)
      if (!fork || ++guesses > mostGuesses)
        return `${furthest.fault}${guesses > 1 ? ` (${guesses} guesses)` : ''}`
      taker = fork.takers.shift()
      if (fork.takers.length === 0) forks.pop()
      walk = fork.takers.length > 0 ? copyOf(fork.walk) : fork.walk
    }
    fault = evidence.step(walk, taker as Operation)
  }
  return walk
}
