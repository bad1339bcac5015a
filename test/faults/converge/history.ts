import type { Card } from '../../../src/contract/card.ts'
import type { Project } from '../../../src/contract/project.ts'
import type { BinnedRow } from './instances.ts'
import { inbox, placeOf } from './model-things.ts'
import { namesItsThing, type Operation } from './operation.ts'
import { type Columns, lineOfCard, lineOfProject, type Portrait, toModel } from './portrait.ts'

/**
 * The moment at which something was sent: its place among all that was sent and answered, and the newest
 * number known.
 */
export interface Asked {
  tick: number
  known: number
  /** As `Date.now()` has it, which is the clock of the server too. */
  at: number
}

/** What came back for one operation, alone or as part of a batch. */
export interface Answer {
  operation: Operation
  asked: Asked
  tick: number
  status: number
  /** The code of a refusal. */
  code?: string
  seq?: number
  /** Whether it said that it was a repetition; undefined in a batch, which does not say. */
  isRepetition?: boolean
  /** The things that it showed. */
  lines: string[]
  /** The `updated_at` of what it showed, if that was one thing. */
  updated?: number
}

export interface Reading {
  seq: number
  portrait: Portrait
  by: string
}

/** What answers and pages of the feed are made of. */
interface Shown {
  card?: Card
  project?: Project
  cards?: Card[]
  projects?: Project[]
}

/** All that was asked and seen of an account during one round. */
export class History {
  /** The highest number that any answer has shown: whoever asks from now on must find this state or a later one. */
  known = 0
  readonly wrong: string[] = []
  answers: Answer[] = []
  readings: Reading[] = []
  /** Operations of which an answer got lost: they may have taken effect without anybody having heard of it. */
  lost = new Set<Operation>()
  firstAsked = new Map<Operation, Asked>()
  /** What is known to have got its revision by which number. */
  revisions = new Map<number, Set<string>>()
  /** What lay in the bin at the end of the round, and where each card had been, if that has been looked up. */
  binned: ReadonlyMap<string, string> | undefined
  readonly columns: Columns
  readonly #stamps = new Map<string, string>()
  readonly #nameless = new Map<string, Operation>()
  #tick = 0

  constructor(columns: Columns) {
    this.columns = columns
  }

  ask(operation: Operation): Asked {
    const asked = this.now()
    if (!this.firstAsked.has(operation)) this.firstAsked.set(operation, asked)
    const { key, deed } = operation
    if (deed.kind === 'add card' && !namesItsThing(key)) this.#nameless.set(deed.text, operation)
    return asked
  }

  hear(answer: Omit<Answer, 'tick' | 'lines' | 'updated'>, shown: Shown): void {
    const { operation, status, asked, seq } = answer
    const thing = shown.card ?? shown.project
    if (thing && status === 201 && !namesItsThing(operation.key)) operation.created = thing.id
    const updated = thing && { updated: Date.parse(thing.updated_at) }
    this.answers.push({ ...answer, tick: ++this.#tick, lines: this.see(shown), ...updated })
    if (seq === undefined) {
      if (status < 400) this.wrong.push(`${operation.deed.kind} was answered ${status} without a number.`)
    } else this.#hearNumber(seq, asked)
  }

  read(reading: Reading, asked: Asked): void {
    this.#hearNumber(reading.seq, asked)
    this.readings.push(reading)
  }

  /** The moment at which something is asked. */
  now = (): Asked => ({ tick: ++this.#tick, known: this.known, at: Date.now() })

  /** Notes what can be learnt of things anywhere, and returns a line for each. */
  see({ card, project, cards = [], projects = [] }: Shown): string[] {
    const allCards = card ? [card, ...cards] : cards
    const allProjects = project ? [project, ...projects] : projects
    for (const thing of [...allCards, ...allProjects]) this.#seeStamps(thing)
    for (const { text, id } of allCards) {
      const creation = this.#nameless.get(text)
      if (creation) creation.created = id
    }
    return [
      ...allCards.map((one) => lineOfCard(toModel(one, this.columns))),
      ...allProjects.map((one) => lineOfProject(one)),
    ]
  }

  lookIntoBin(rows: readonly BinnedRow[]): void {
    this.binned = new Map(
      rows.map(({ id, kind, status_id, position }) => {
        if (kind === 'project') return [id, kind]
        const column = status_id === null ? inbox : (this.columns.get(status_id) ?? '')
        return [id, placeOf({ column, position: Number(position) })]
      }),
    )
  }

  /** Begins the next round. */
  forget(): void {
    this.answers = []
    this.readings = []
    this.binned = undefined
    this.lost.clear()
    this.firstAsked.clear()
    this.revisions.clear()
    this.#nameless.clear()
  }

  #hearNumber(seq: number, asked: Asked): void {
    if (seq < asked.known) this.wrong.push(`State ${seq} was answered after ${asked.known} had been seen.`)
    this.known = Math.max(this.known, seq)
  }

  /** `updated_at` belongs to a revision, and `created_at` to a thing. */
  #seeStamps({ id, revision, created_at, updated_at }: Card | Project): void {
    this.#expectSame(`The created_at of ${id}`, created_at)
    this.#expectSame(`The updated_at of revision ${revision} of ${id}`, updated_at)
    const known = this.revisions.get(revision)
    if (known) known.add(id)
    else this.revisions.set(revision, new Set([id]))
  }

  #expectSame(what: string, value: string): void {
    const before = this.#stamps.get(what)
    if (before !== undefined && before !== value) this.wrong.push(`${what} was ${before}, and then ${value}.`)
    this.#stamps.set(what, value)
  }
}
