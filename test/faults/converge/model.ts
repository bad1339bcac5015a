import {
  byRank,
  type ColumnName,
  inbox,
  type ModelCard,
  type ModelProject,
  maxPosition,
  placeOf,
} from './model-things.ts'
import { type Deed, namesItsThing, type Operation } from './operation.ts'

/** A refusal by its code, or what is to be done: nothing at all, if the account is as the operation wants it. */
export type Plan = { refusal: string } | { change?: () => void }

type Order = Deed & { kind: 'order' }

interface Binned {
  project?: ModelProject
  cards: ModelCard[]
}

export const maxProjects = 5

/** An account, as plainly as the contract describes it. It knows nothing of the server's code. */
export class Model {
  readonly cards: Map<string, ModelCard>
  readonly projects: Map<string, ModelProject>
  readonly bin: Map<string, Binned>
  /** Every id that the account has ever had. */
  readonly #ids: Set<string>
  /** The columns of status ids, learnt from the server, which makes them up. */
  readonly #columns: ReadonlyMap<string, ColumnName>

  constructor(columns: ReadonlyMap<string, ColumnName>, from?: Model) {
    this.#columns = columns
    this.cards = new Map(from && [...from.cards].map(([id, card]) => [id, { ...card }]))
    this.projects = new Map(from && [...from.projects].map(([id, project]) => [id, { ...project }]))
    // What lies in the bin does not change there.
    this.bin = new Map(from?.bin)
    this.#ids = new Set(from ? from.#ids : [])
  }

  clone = () => new Model(this.#columns, this)

  column = (name: ColumnName): ModelCard[] =>
    [...this.cards.values()].filter(({ column }) => column === name).sort(byRank)

  cardsOf = (project: string): ModelCard[] =>
    [...this.cards.values()].filter(({ column }) => projectOf(column) === project)

  /** What an operation would do now, as the change with the number `seq`. */
  plan({ key, deed, ifMatch, created, isKeyUsed }: Operation, seq: number): Plan {
    if (isKeyUsed) return { refusal: 'idempotency_key_reused' }
    switch (deed.kind) {
      case 'add card': {
        if (deed.project !== null && !this.projects.has(deed.project)) return missing
        if (namesItsThing(key) && this.#ids.has(key)) return taken
        const column = deed.project === null ? inbox : firstOf(deed.project)
        const { text, complete = false, position } = deed
        const card = { id: created ?? key, column, text, complete, position: 0, revision: seq }
        return { change: () => this.#insert(card, position) }
      }
      case 'edit card': {
        const card = this.cards.get(deed.id)
        if (!card) return missing
        if (isOther(card, ifMatch)) return changed
        const edited = { ...card, ...deed.patch }
        const isSame =
          edited.text === card.text && edited.complete === card.complete && edited.position === card.position
        return isSame ? {} : { change: () => Object.assign(card, deed.patch, { revision: seq }) }
      }
      case 'remove card': {
        const card = this.cards.get(deed.id)
        if (!card) return missing
        if (isOther(card, ifMatch)) return changed
        return { change: () => this.#remove(card) }
      }
      case 'order':
        return this.#planOrder(deed, seq)
      case 'add project': {
        if (namesItsThing(key) && this.#ids.has(key)) return taken
        if (this.projects.size >= maxProjects) return full
        const project = { id: created ?? key, title: deed.title, revision: seq }
        return { change: () => this.#addProject(project) }
      }
      case 'rename project': {
        const project = this.projects.get(deed.id)
        if (!project) return missing
        if (isOther(project, ifMatch)) return changed
        const { title } = deed
        if (title === project.title) return {}
        return { change: () => Object.assign(project, { title, revision: seq }) }
      }
      case 'remove project': {
        const project = this.projects.get(deed.id)
        if (!project) return missing
        if (isOther(project, ifMatch)) return changed
        return { change: () => this.#removeProject(project) }
      }
      case 'restore': {
        const binned = this.bin.get(deed.id)
        if (!binned) return missing
        if (binned.project && this.projects.size >= maxProjects) return full
        return { change: () => this.#restore(deed.id, binned, seq) }
      }
      case 'purge':
        return this.bin.has(deed.id) ? { change: () => this.bin.delete(deed.id) } : missing
      case 'purge all':
        return this.bin.size > 0 ? { change: () => this.bin.clear() } : {}
    }
  }

  #insert(card: ModelCard, wanted: number | undefined): void {
    const there = this.column(card.column)
    const last = there.at(-1)?.position ?? -1
    const position = wanted ?? last + 1
    if (position > maxPosition || (position <= last && last === maxPosition)) {
      renumber(there)
      this.#insert(card, wanted)
      return
    }
    for (const sibling of there) if (sibling.position >= position) sibling.position++
    this.cards.set(card.id, { ...card, position })
    this.#ids.add(card.id)
  }

  #remove(card: ModelCard): void {
    this.cards.delete(card.id)
    this.bin.set(card.id, { cards: [card] })
    renumber(this.column(card.column))
  }

  #addProject(project: ModelProject): void {
    this.projects.set(project.id, project)
    this.#ids.add(project.id)
  }

  #removeProject(project: ModelProject): void {
    const cards = this.cardsOf(project.id)
    for (const { id } of cards) this.cards.delete(id)
    this.projects.delete(project.id)
    this.bin.set(project.id, { project, cards })
  }

  #restore(id: string, { project, cards }: Binned, seq: number): void {
    this.bin.delete(id)
    if (project) {
      this.projects.set(id, { ...project, revision: seq })
      for (const card of cards) this.cards.set(card.id, { ...card, revision: seq })
      return
    }
    for (const card of cards) {
      const home = projectOf(card.column)
      const isThere = home === null || this.projects.has(home)
      const column = isThere ? card.column : inbox
      const last = this.column(column).at(-1)?.position ?? -1
      this.#insert(
        { ...card, column, revision: seq },
        isThere ? Math.min(card.position, last + 1) : undefined,
      )
    }
  }

  /** The column that cards are moved to, if there is such a one. */
  target({ project, status }: Order): ColumnName | undefined {
    const column = status === null ? inbox : this.#columns.get(status)
    const isThere = column !== undefined && projectOf(column) === project
    return isThere && (project === null || this.projects.has(project)) ? column : undefined
  }

  #planOrder(order: Order, seq: number): Plan {
    const { ids, moved = ids } = order
    const target = this.target(order)
    if (target === undefined) return missing
    if (moved.some((id) => !this.cards.has(id))) return missing

    const cards = this.column(target).filter(({ id }) => !moved.includes(id))
    let behind = 0
    for (const id of ids) {
      if (moved.includes(id)) cards.splice(behind++, 0, this.cards.get(id) as ModelCard)
      else {
        const landmark = cards.findIndex((card) => card.id === id)
        if (landmark >= 0) behind = landmark + 1
      }
    }
    const sources = new Set(cards.map(({ column }) => column).filter((column) => column !== target))
    const isSame = sources.size === 0 && cards.every(({ position }, index) => position === index)
    if (isSame) return {}
    return {
      change: () => {
        for (const card of cards)
          if (card.column !== target) Object.assign(card, { column: target, revision: seq })
        renumber(cards)
        for (const source of sources) renumber(this.column(source))
      },
    }
  }
}

/** What lies in the bin, and where each card would come back to. */
export const binOf = ({ bin }: Model): Map<string, string> =>
  new Map(
    [...bin].flatMap(([id, { project, cards }]): [string, string][] => [
      ...(project ? [[id, 'project'] as [string, string]] : []),
      ...cards.map((card): [string, string] => [card.id, placeOf(card)]),
    ]),
  )

const missing = { refusal: 'not_found' }
const changed = { refusal: 'changed_meanwhile' }
const taken = { refusal: 'id_taken' }
const full = { refusal: 'project_limit_reached' }

const isOther = ({ revision }: { revision: number }, ifMatch: Operation['ifMatch']) =>
  typeof ifMatch === 'number' && ifMatch !== revision

function renumber(cards: ModelCard[]): void {
  for (const [position, card] of cards.entries()) card.position = position
}

const firstOf = (project: string): ColumnName => `${project}/0`

/** The project that a column belongs to; null for the inbox. */
const projectOf = (column: ColumnName): string | null =>
  column === inbox ? null : (column.split('/')[0] ?? null)
