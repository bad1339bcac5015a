import { type Imported, type LeftOutKind, leftOutKinds, type SentCard } from '../../contract/transfer.ts'
import { fail } from '../common/problems.ts'

/** The contents of a file, before its lists are mapped to statuses. */
export interface Plan {
  projects: readonly PlannedProject[]
  inbox: readonly PlannedCard[]
  leftOut: LeftOut
  /** True if cards in the last status become complete, because the file does not mark each of them. */
  completesLast?: boolean
}

interface PlannedProject {
  title: string
  /** The location in the file. */
  at: string
  created_at?: string
  lists: readonly PlannedList[]
}

/** A list, section or column. One without a name becomes the first status. */
interface PlannedList {
  name: string
  cards: readonly PlannedCard[]
}

export interface PlannedCard extends SentCard {
  complete: boolean
  /** The location in the file, for error messages: a path in JSON, or a line. */
  at: string
}

/** Beyond anything in real files. Bounds the time and memory to read a file. */
export const most = { entries: 100_000, lines: 250_000, columns: 20_000, fields: 5_000_000, field: 1_000_000 }

/** `throw tooMuch('line 7', 'has too many fields')` */
export const tooMuch = (where: string, what: string) =>
  fail('too_complex', { detail: `This file is too complex: ${where} ${what}. Import it in parts.` })

/** Builds a plan from tasks that name their project and list. Equal names are merged. */
export class Outline {
  readonly #projects = new Map<string, { at: string; lists: Map<string, PlannedCard[]> }>()
  readonly #inbox: PlannedCard[] = []
  readonly leftOut = new LeftOut()

  /** Cards without a project, or in one called "Inbox", go to the inbox. */
  add(project: string, list: string, card: PlannedCard): void {
    if (isInbox(project)) return void this.#inbox.push(card)
    const { lists } = this.#projects.getOrInsertComputed(project, () => ({ at: card.at, lists: new Map() }))
    lists.getOrInsertComputed(list, () => []).push(card)
  }

  plan(): Plan {
    return {
      projects: [...this.#projects].map(([title, { at, lists }]) => ({
        title,
        at,
        lists: [...lists].map(([name, cards]) => ({ name, cards })),
      })),
      inbox: this.#inbox,
      leftOut: this.leftOut,
    }
  }
}

const isInbox = (project: string) => /^(?:inbox)?$/i.test(project)

/** The text of a card: its title, followed by those notes that aren't empty. */
export const textOf = (title: string, notes: readonly string[]) =>
  [title.trim(), notes.flatMap((note) => note.trim() || []).join('\n\n')].filter(Boolean).join('\n')

/** Titles have a single line. */
export const oneLine = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

/** Counts what of a file is not imported. */
export class LeftOut {
  readonly #counts = new Map<LeftOutKind, number>()

  add(kind: LeftOutKind, number = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + number)
  }

  /** In the order of the contract. Only kinds that there are. */
  list(): Imported['not_imported'] {
    return Object.values(leftOutKinds)
      .flat()
      .flatMap((kind) => {
        const count = this.#counts.get(kind) ?? 0
        return count > 0 ? { kind, count } : []
      })
  }

  /** How many entries become no card. Other kinds are parts of cards that are imported. */
  get entries(): number {
    return leftOutKinds.entries.reduce((sum, kind) => sum + (this.#counts.get(kind) ?? 0), 0)
  }
}
