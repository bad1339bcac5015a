import type { Card } from '../contract/card.ts'
import type { Project, Status } from '../contract/project.ts'
import { statusIdOf, statusNames } from '../contract/statuses.ts'
import { onOneLine } from './lines.ts'

/** A column of a board, or the inbox, by the name that people use for it. */
export interface Place {
  /** `Inbox`, or `Garden / Doing`. */
  name: string
  /** `Doing` */
  column: string
  project_id: string | null
  status_id: string | null
  /** Whether new cards of its project come here. */
  isFirst: boolean
}

export const inbox: Place = {
  name: 'Inbox',
  column: '',
  project_id: null,
  status_id: null,
  isFirst: true,
}

/** Short, and still different for nearly all things: the beginning of an id is the time, and alike for what was made together. */
const shortest = 8

/** All of an account, at one moment. */
export class Board {
  readonly projects: readonly Project[]
  readonly cards: readonly Card[]
  readonly #statuses: Status[]
  readonly #places: Map<string, Place>
  readonly #placesOf: Map<string | null, Place[]>
  readonly #columns: Map<string, Card[]>
  #ends: Map<string, number> | undefined
  #byId: Map<string, Card> | undefined

  constructor(projects: Project[], statuses: Status[], cards: Card[]) {
    this.projects = projects.sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id))
    const titles = new Map(projects.map(({ id, title }) => [id, title]))
    const places = statuses
      .filter(({ project_id }) => titles.has(project_id))
      .sort((a, b) => a.position - b.position)
      .map((status): [string, Place] => [status.id, placeOf(titles.get(status.project_id) ?? '', status)])
    this.#places = new Map(places)
    this.#placesOf = Map.groupBy(this.#places.values(), ({ project_id }) => project_id)
    this.#statuses = statuses
    this.cards = cards
    this.#columns = Map.groupBy(
      cards.toSorted((a, b) => a.position - b.position || compare(a.id, b.id)),
      ({ status_id }) => status_id ?? '',
    )
  }

  placesOf(project: { id: string }): Place[] {
    return this.#placesOf.get(project.id) ?? []
  }

  placeOf({ status_id }: Pick<Card, 'status_id'>): Place {
    return status_id === null ? inbox : (this.#places.get(status_id) ?? inbox)
  }

  cardsIn({ status_id }: Pick<Place, 'status_id'>): Card[] {
    return this.#columns.get(status_id ?? '') ?? []
  }

  find(id: string): Card | undefined {
    this.#byId ??= new Map(this.cards.map((card) => [card.id, card]))
    return this.#byId.get(id)
  }

  /** The end of an id, which stands for the whole. */
  shortId(id: string): string {
    this.#ends ??= countBy([...this.cards, ...this.projects], (thing) => thing.id.slice(-shortest))
    const end = id.slice(-shortest)
    return (this.#ends.get(end) ?? 0) > 1 ? id : end
  }

  /** With projects that are yet to be made, under ids that are known already. */
  withProjects(projects: readonly { id: string; title: string }[]): Board {
    const known = new Set(this.projects.map(({ id }) => id))
    const added = projects.filter(({ id }) => !known.has(id))
    if (added.length === 0) return this
    const statuses = added.flatMap(({ id }) =>
      statusNames.map((name, position) => ({ id: statusIdOf(id, position), project_id: id, name, position })),
    )
    return new Board(
      [...this.projects, ...added.map(({ id, title }) => blank(id, title))],
      [...this.#statuses, ...statuses],
      [...this.cards],
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

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function countBy<T>(things: T[], name: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(name(thing), (counts.get(name(thing)) ?? 0) + 1)
  return counts
}
