import type { Card } from '../contract/card.ts'
import { statusIdOf, statusNames } from '../contract/plain/statuses.ts'
import type { Project, Status } from '../contract/project.ts'
import { type Column, type Columns, cardsOf, inbox, isLastOf, keyOf } from './columns.ts'
import { onOneLine, probableId, shortest, shortIds } from './names.ts'
import { compare, type Workspace } from './workspace.ts'

// The meaning of a board, for every client and without I/O: this file looks things up, `columns.ts` moves them,
// `workspace.ts` takes in the feed, `names.ts` and `due.ts` find, and `text/` reads what is in a card.

/** A column of a project, or the inbox, with its display name. */
export interface Place extends Column {
  /** `Inbox`, or `Garden / Doing`. */
  name: string
  /** `Doing` */
  column: string
  /** Whether new cards of its project go here. */
  isFirst: boolean
}

export const inboxPlace: Place = { ...inbox, name: 'Inbox', column: '', isFirst: true }

export interface ColumnCounts {
  open: number
  complete: number
}

/** A snapshot of an account or a part of it, with lookups by name. */
export class Board {
  readonly projects: readonly Project[]
  readonly cards: readonly Card[]
  readonly statuses: Workspace['statuses']
  readonly columns: Columns
  readonly #workspace: Workspace
  readonly #leastLetters: number
  readonly #places: Map<string, Place>
  #byId: Map<string, Card> | undefined
  #shortIds: Map<string, string> | undefined

  constructor(workspace: Workspace, leastLetters = shortest) {
    const { projects = [], statuses, columns } = workspace
    this.projects = projects
    this.statuses = statuses
    this.columns = columns
    this.cards = [...columns.values()].flat()
    this.#workspace = workspace
    this.#leastLetters = leastLetters
    this.#places = new Map(
      projects.flatMap(({ id, title }) =>
        (statuses.get(id) ?? []).map((status) => [status.id, placeOf(title, status)]),
      ),
    )
  }

  findProject(id: string): Project | undefined {
    return this.projects.find((project) => project.id === id)
  }

  find(id: string): Card | undefined {
    this.#byId ??= new Map(this.cards.map((card) => [card.id, card]))
    return this.#byId.get(id)
  }

  /** From left to right. */
  statusesOf({ id }: Pick<Project, 'id'>): readonly Status[] {
    return this.statuses.get(id) ?? []
  }

  placesOf(project: Pick<Project, 'id'>): Place[] {
    return this.statusesOf(project).flatMap(({ id }) => this.#places.get(id) ?? [])
  }

  placeOf({ status_id }: Column): Place {
    return this.#places.get(status_id ?? '') ?? inboxPlace
  }

  cardsIn(column: Column): readonly Card[] {
    return cardsOf(this.columns, keyOf(column))
  }

  isLast = (column: Column): boolean => isLastOf(this.statuses.get(column.project_id ?? ''), column)

  /** A few letters that identify a card or project uniquely. */
  shortId(id: string): string {
    this.#shortIds ??= shortIds(
      [...this.cards, ...this.projects].map((thing) => thing.id),
      this.#leastLetters,
    )
    return this.#shortIds.get(id) ?? probableId(id, this.#leastLetters)
  }

  /** The board with these cards, as they are here. */
  with(cards: readonly Card[]): Board {
    if (cards.every((card) => this.find(card.id) === card)) return this
    const all = new Map([...this.cards, ...cards].map((card) => [card.id, card]))
    const sorted = [...all.values()].sort(
      (one, other) => one.position - other.position || compare(one.id, other.id),
    )
    return new Board({ ...this.#workspace, columns: Map.groupBy(sorted, keyOf) }, this.#leastLetters)
  }

  /** The board with projects that do not exist yet but have their ids. */
  withProjects(projects: readonly { id: string; title: string }[]): Board {
    const added = projects.filter(({ id }) => !this.findProject(id))
    if (added.length === 0) return this
    const made = added.map(({ id }): [string, Status[]] => [
      id,
      statusNames.map((name, position) => ({ id: statusIdOf(id, position), project_id: id, name, position })),
    ])
    return new Board(
      {
        ...this.#workspace,
        projects: [...this.projects, ...added.map(({ id, title }) => blank(id, title))],
        statuses: new Map([...this.statuses, ...made]),
      },
      this.#leastLetters,
    )
  }
}

const placeOf = (title: string, { id, project_id, name, position }: Status): Place => ({
  name: `${onOneLine(title)} / ${name}`,
  column: name,
  project_id,
  status_id: id,
  isFirst: position === 0,
})

const blank = (id: string, title: string): Project => ({
  id,
  owner_id: '',
  title,
  card_count: 0,
  completed_card_count: 0,
  created_at: '9999',
  updated_at: '9999',
  revision: 0,
})
