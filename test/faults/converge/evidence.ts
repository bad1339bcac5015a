import { expectedOf } from './expected-answer.ts'
import type { Answer, Asked, History, Reading } from './history.ts'
import { binOf, type Plan } from './model.ts'
import { type Operation, told } from './operation.ts'
import { difference, portraitOfModel } from './portrait.ts'
import { isDone, isIdle, type Walk } from './walk.ts'

/**
 * All that was seen in a round, in the order of its numbers: who may have taken which, and what contradicts a
 * walk.
 */
export class Evidence {
  readonly #to: number
  readonly #firstAsked: ReadonlyMap<Operation, Asked>
  readonly #revisions: ReadonlyMap<number, Set<string>>
  readonly #successes: Map<number, Answer[]>
  readonly #refusals: Answer[]
  readonly #readings: Map<number, Reading[]>
  readonly #binned: History['binned']
  /** Contradictions that no walk could explain. */
  readonly fault: string | undefined
  /** Operations that may have taken effect, without a response that says when. */
  readonly #afloat: Operation[]

  constructor({ answers, readings, binned, lost, firstAsked, revisions }: History, from: number, to: number) {
    this.#to = to
    this.#firstAsked = firstAsked
    this.#revisions = revisions
    // Of two responses with the same number, that of the repetition may have been received first.
    this.#successes = Map.groupBy(
      answers.filter(({ status }) => status < 400).sort((one, other) => rank(one) - rank(other)),
      ({ seq = -1 }) => seq,
    )
    this.#refusals = answers
      .filter(({ status }) => status >= 400)
      .sort((one, other) => one.asked.known - other.asked.known)
    this.#binned = binned
    this.#readings = Map.groupBy(readings, ({ seq }) => seq)
    const pinned = new Set(
      answers
        .filter(({ status, isRepetition }) => status < 400 && isRepetition === false)
        .map(({ operation }) => operation),
    )
    this.#afloat = [...lost].filter((operation) => !operation.done && !pinned.has(operation))
    this.fault = this.#stray(from) ?? this.#doneTwice()
  }

  #stray(from: number): string | undefined {
    const stray = [...this.#successes.keys()].find((seq) => seq < from || seq > this.#to)
    return stray === undefined
      ? undefined
      : `An answer has the number ${stray}, and the account is at ${this.#to}.`
  }

  #doneTwice(): string | undefined {
    const seen = new Set<Operation>()
    for (const { operation, isRepetition } of [...this.#successes.values()].flat()) {
      if (isRepetition !== false) continue
      if (seen.has(operation))
        return `${told(operation)} was accepted twice without being called a repetition.`
      seen.add(operation)
    }
    return undefined
  }

  /** The operations that may have taken the next number. */
  takersAfter(walk: Walk): Operation[] {
    const seq = walk.seq + 1
    const changes = (operation: Operation) =>
      'change' in walk.model.plan(operation, seq) && !isDone(operation, walk)
    const claimants = (this.#successes.get(seq) ?? [])
      .filter(({ isRepetition, asked }) => isRepetition !== true && asked.known < seq)
      .map(({ operation }) => operation)
    const unheard = this.#afloat.filter((operation) => this.#knownBefore(operation) < seq)
    return [...new Set([...claimants, ...unheard])].filter(changes)
  }

  #knownBefore = (operation: Operation) => this.#firstAsked.get(operation)?.known ?? 0

  whyNobody(walk: Walk): string {
    const seq = walk.seq + 1
    const claims = (this.#successes.get(seq) ?? []).filter(({ isRepetition }) => isRepetition !== true)
    if (claims.length === 0) return `Nothing that was asked can have taken the number ${seq}.`
    const sentences = claims.map(({ operation, asked }) => {
      if (isDone(operation, walk)) return `${told(operation)} was done before`
      if (asked.known >= seq) return `${told(operation)} was asked after ${asked.known}`
      return `${told(operation)} ${wordsOf(walk.model.plan(operation, seq))}`
    })
    return `The number ${seq} cannot have been taken so: ${sentences.join('; ')}.`
  }

  /** Lets an operation take the next number. */
  step(walk: Walk, taker: Operation): string | undefined {
    walk.seq++
    const plan = walk.model.plan(taker, walk.seq)
    if ('change' in plan) plan.change?.()
    walk.done.add(taker)
    // Nobody who was answered before this was sent can have seen it.
    const tick = this.#firstAsked.get(taker)?.tick ?? 0
    const baseless = walk.open.find((refusal) => refusal.tick < tick)
    if (baseless) return wordsOfRefusal(baseless, walk)
    return this.faultAt(walk, taker)
  }

  /** What contradicts the walk at the number that it has reached. */
  faultAt(walk: Walk, taker: Operation | undefined): string | undefined {
    const { seq, model, done, idle } = walk
    for (const id of this.#revisions.get(seq) ?? []) {
      const revision = (model.cards.get(id) ?? model.projects.get(id))?.revision
      if (taker && revision !== seq)
        return `Revision ${seq} was seen of ${id}, which ${told(taker)} does not explain.`
    }
    for (const operation of this.#afloat)
      if (
        !done.has(operation) &&
        this.#knownBefore(operation) <= seq &&
        isNothing(model.plan(operation, seq))
      )
        idle.add(operation)
    for (const answer of this.#successes.get(seq) ?? []) {
      const fault = this.#faultIn(answer, walk, taker)
      if (fault) return fault
    }
    const readings = this.#readings.get(seq)
    if (readings) {
      const portrait = portraitOfModel(model)
      const other = readings.find((reading) => reading.portrait !== portrait)
      if (other) return `At ${seq} ${other.by} has ${difference(other.portrait, portrait)}.`
    }
    while ((this.#refusals[walk.opened]?.asked.known ?? Infinity) <= seq)
      walk.open.push(this.#refusals[walk.opened++] as Answer)
    walk.open = walk.open.filter((refusal) => !isRightlyRefused(refusal, walk))
    if (seq < this.#to) return undefined
    const [baseless] = walk.open
    return baseless ? wordsOfRefusal(baseless, walk) : this.#faultInBin(walk)
  }

  /** A wrong guess about the bin would show only when something is restored, rounds later. */
  #faultInBin({ model }: Walk): string | undefined {
    const [found, right] = [this.#binned, binOf(model)]
    const strange =
      found && [...new Set([...found.keys(), ...right.keys()])].find((id) => found.get(id) !== right.get(id))
    return strange && `${strange} lies in the bin as ${found.get(strange)} instead of ${right.get(strange)}.`
  }

  #faultIn(answer: Answer, walk: Walk, taker: Operation | undefined): string | undefined {
    const { operation, isRepetition, status, lines } = answer
    const { seq, model, done } = walk
    const what = told(operation)
    if (operation !== taker || isRepetition) {
      const wasDone = isDone(operation, walk) || (isRepetition !== false && isIdle(operation, walk))
      if (isRepetition === true && !wasDone)
        return `${what} is called a repetition at ${seq}, and was not done before.`
      if (isRepetition === false && wasDone)
        return `${what} was done again at ${seq}, or not called a repetition.`
      const plan = model.plan(operation, seq)
      if (!wasDone && !isNothing(plan))
        return `${what} at ${seq} ${wordsOf(plan)}, and ${taker && told(taker)} took that number.`
      done.add(operation)
    }
    const { updated, asked } = answer
    if (operation === taker && isRepetition === false && updated !== undefined && updated < asked.at)
      return `${what} took the number ${seq}, and left updated_at as it was.`
    const expected = expectedOf(operation, model)
    if (expected === 'gone') return `${what} was answered ${status} at ${seq}, where it is gone.`
    if (status !== expected.status)
      return `${what} was answered ${status} at ${seq}, and not ${expected.status}.`
    const [shown, right] = [lines.join('\n'), expected.lines.join('\n')]
    return shown === right ? undefined : `${what} was answered at ${seq} with ${shown} instead of ${right}.`
  }
}

const rank = ({ isRepetition }: Answer) => Number(isRepetition ?? 0.5)

const isNothing = (plan: Plan) => !('refusal' in plan) && !plan.change

function isRightlyRefused({ operation, code, isRepetition }: Answer, walk: Walk): boolean {
  const { model, seq } = walk
  const wasDone = isDone(operation, walk)
  const isGone = () => code === 'not_found' && expectedOf(operation, model) === 'gone'
  if (isRepetition !== false && (wasDone || isIdle(operation, walk)) && isGone()) return true
  if (isRepetition === true || wasDone) return false
  const plan = model.plan(operation, seq)
  return 'refusal' in plan && plan.refusal === code
}

function wordsOf(plan: Plan): string {
  if ('refusal' in plan) return `should have been refused as ${plan.refusal}`
  return plan.change ? 'changes something' : 'changes nothing'
}

const wordsOfRefusal = ({ operation, status, code, asked, isRepetition }: Answer, { seq }: Walk) =>
  `${told(operation)} was refused with ${status} ${code}${isRepetition ? ' as a repetition' : ''} after ${asked.known}, for which there was no reason up to ${seq}.`
