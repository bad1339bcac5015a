import { fail } from '../problems.ts'

/** What a file contains, before it is decided which status each of its lists becomes. */
export interface Plan {
  projects: readonly PlannedProject[]
  inbox: readonly PlannedCard[]
  /** How many entries of the file become no card: archived ones, templates, text that is no task. */
  leftOut: number
  /** Whether cards that come to the last status are complete: where the file does not say it of each. */
  completesLast?: boolean
}

export interface PlannedProject {
  title: string
  /** Where in the file that is. */
  at: string
  created_at?: string
  lists: readonly PlannedList[]
}

/** A list, section or column. Without a name it becomes the first status. */
export interface PlannedList {
  name: string
  cards: readonly PlannedCard[]
}

export interface PlannedCard {
  text: string
  complete: boolean
  created_at?: string
  /** Where in the file it is, for a refusal: a path in JSON, or a line. */
  at: string
}

/** What cannot be in any of the files that people have. It bounds the time and memory that reading one takes. */
export const most = { entries: 100_000, lines: 250_000, columns: 20_000, fields: 5_000_000, field: 1_000_000 }

/** `throw tooMuch('line 7', 'has too many fields')` */
export const tooMuch = (where: string, what: string) =>
  fail('too_complex', { detail: `This file is too complex: ${where} ${what}. Import it in parts.` })

/** Puts a plan together from tasks that name their project and list. Those of one name become one. */
export class Outline {
  readonly #projects = new Map<string, { at: string; lists: Map<string, PlannedCard[]> }>()
  readonly #inbox: PlannedCard[] = []
  leftOut = 0

  /** Without a project, or in one called "Inbox", a card goes to the inbox. */
  add(project: string, list: string, card: PlannedCard): void {
    if (isInbox(project)) {
      this.#inbox.push(card)
      return
    }
    const known = this.#projects.get(project) ?? { at: card.at, lists: new Map<string, PlannedCard[]>() }
    this.#projects.set(project, known)
    const cards = known.lists.get(list) ?? []
    known.lists.set(list, cards)
    cards.push(card)
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

/** A card's text: a title, and below it the notes, of which some may be missing. */
export const textOf = (title: string, notes: readonly string[]) =>
  [title.trim(), notes.flatMap((note) => note.trim() || []).join('\n\n')].filter(Boolean).join('\n')

/** Lines of the notes for what a card has no members for, such as labels and when it is due. */
export const detailsOf = (details: Record<string, string>) =>
  Object.entries(details)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n')

/** In characters, in Trello. What is behind it stays as it is. */
const longestName = 16_384

/** A title is one. */
export const oneLine = (text: string) =>
  text.length > longestName ? joined(text.slice(0, longestName)) + text.slice(longestName) : joined(text)

const joined = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
