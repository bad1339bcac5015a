import type { Card } from '../contract/card.ts'
import type { Project, Status } from '../contract/project.ts'
import { statusIdOf, statusNames } from '../contract/statuses.ts'

/** A column of a board, or the inbox, by the name that people use for it. */
export interface Place {
  /** `Inbox`, or `Garden / Doing`. */
  name: string
  project_id: string | null
  status_id: string | null
  /** Whether new cards of its project come here. */
  isFirst: boolean
}

export const inbox: Place = { name: 'Inbox', project_id: null, status_id: null, isFirst: true }

/** Short, and still different for nearly all things: the beginning of an id is the time, and alike for what was made together. */
const shortest = 8

/** All of an account, at one moment. */
export class Board {
  readonly projects: readonly Project[]
  readonly cards: readonly Card[]
  readonly #statuses: Status[]
  readonly #places: Map<string, Place>
  readonly #columns: Map<string, Card[]>
  #ends: Map<string, number> | undefined

  constructor(projects: Project[], statuses: Status[], cards: Card[]) {
    this.projects = projects.sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id))
    const titles = new Map(projects.map(({ id, title }) => [id, title]))
    const places = statuses
      .filter(({ project_id }) => titles.has(project_id))
      .sort((a, b) => a.position - b.position)
      .map((status): [string, Place] => [status.id, placeOf(titles.get(status.project_id) ?? '', status)])
    this.#places = new Map(places)
    this.#statuses = statuses
    this.cards = cards
    this.#columns = Map.groupBy(
      cards.toSorted((a, b) => a.position - b.position || compare(a.id, b.id)),
      ({ status_id }) => status_id ?? '',
    )
  }

  placesOf(project: { id: string }): Place[] {
    return [...this.#places.values()].filter(({ project_id }) => project_id === project.id)
  }

  placeOf({ status_id }: Pick<Card, 'status_id'>): Place {
    return status_id === null ? inbox : (this.#places.get(status_id) ?? inbox)
  }

  cardsIn({ status_id }: Pick<Place, 'status_id'>): Card[] {
    return this.#columns.get(status_id ?? '') ?? []
  }

  find(id: string): Card | undefined {
    return this.cards.find((card) => card.id === id)
  }

  /** The end of an id, which stands for the whole. */
  shortId(id: string): string {
    this.#ends ??= countBy([...this.cards, ...this.projects], (thing) => thing.id.slice(-shortest))
    const end = id.slice(-shortest)
    return (this.#ends.get(end) ?? 0) > 1 ? id : end
  }

  /** With a project that is yet to be made, under an id that is known already. */
  withProject(id: string, title: string): Board {
    if (this.projects.some((project) => project.id === id)) return this
    const statuses = statusNames.map((name, position) => ({
      id: statusIdOf(id, position),
      project_id: id,
      name,
      position,
    }))
    return new Board([...this.projects, blank(id, title)], [...this.#statuses, ...statuses], [...this.cards])
  }
}

const placeOf = (title: string, { id, project_id, name, position }: Status): Place => ({
  name: `${title} / ${name}`,
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
