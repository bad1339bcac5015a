import { type Column, type Columns, cardsOf, columnOf, inbox, keyOf } from '../../board/columns.ts'
import {
  columnsIn,
  putInBin,
  putProject,
  removeProject,
  renameProject,
  takeFromBin,
  type Workspace,
} from '../../board/workspace.ts'
import type { Card } from '../../contract/card.ts'
import { statusIdOf, statusNames } from '../../contract/plain/statuses.ts'
import { type Operation, type OperationOf, type WholeProject, wholeOf } from './operations.ts'

/** Applies operations to a workspace in order. One whose card or project is gone does nothing. */
export function replayed(base: Workspace, operations: readonly Operation[]): Workspace {
  const replay = new Replay(base)
  for (const operation of operations) replay.do(operation)
  return replay.done()
}

// Placeholders for what only the server knows.
const unknown = { owner_id: '', created_at: '', updated_at: '', revision: 0 }

class Replay {
  #now: Workspace
  /** Holds the columns while operations on cards follow each other. */
  #draft: ColumnsDraft | undefined
  constructor(base: Workspace) {
    this.#now = base
  }

  done(): Workspace {
    const columns = this.#draft?.done() ?? this.#now.columns
    this.#draft = undefined
    if (columns !== this.#now.columns) this.#now = { ...this.#now, columns }
    return this.#now
  }

  do(operation: Operation): void {
    switch (operation.kind) {
      case 'add card':
        this.#addCard(operation)
        break
      case 'edit card':
        this.#cards.edit(operation.id, { text: operation.text })
        break
      case 'complete card':
        this.#cards.edit(operation.id, { complete: operation.complete })
        break
      case 'move cards':
        this.#moveCards(operation)
        break
      case 'delete card':
        this.#deleteCard(operation.id)
        break
      case 'restore card':
        this.#restoreCard(operation)
        break
      case 'add project':
        this.#addProject(operation)
        break
      case 'rename project':
        this.#now = renameProject(this.#now, operation.id, operation.title)
        break
      case 'delete project':
        this.#deleteProject(operation.id)
        break
      case 'restore project':
        this.#now = takeFromBin(this.#now, operation.id)
        this.#putWhole(operation.whole)
        break
      case 'purge':
        this.#now = takeFromBin(this.#now, operation.id)
    }
  }

  get #cards(): ColumnsDraft {
    this.#draft ??= new ColumnsDraft(this.#now.columns)
    return this.#draft
  }

  #has({ project_id, status_id }: Column): boolean {
    return (
      project_id === null || (this.#now.statuses.get(project_id)?.some(({ id }) => id === status_id) ?? false)
    )
  }

  /** The server puts new cards at the end of a project's first column. One whose project is gone goes to the inbox. */
  #addCard({ kind: _, follows: __, project_id, ...card }: OperationOf<'add card'>): void {
    // The feed may be ahead of the answer.
    if (this.#cards.find(card.id)) return
    this.#now = takeFromBin(this.#now, card.id)
    const [column = inbox] = project_id === null ? [] : columnsIn(this.#now.statuses, project_id)
    this.#cards.append({ ...unknown, ...column, complete: false, ...card, position: 0 })
  }

  #moveCards({ ids, column, behind, atEnd, complete }: OperationOf<'move cards'>): void {
    if (!this.#has(column)) return
    let places = behind
    for (const id of ids) {
      if (!this.#cards.find(id)) continue
      this.#cards.place(id, column, places, atEnd)
      if (complete !== undefined) this.#cards.edit(id, { complete })
      places = [id]
    }
  }

  #deleteCard(id: string): void {
    const card = this.#cards.find(id)
    if (!card) return
    this.#cards.remove(id)
    this.#now = putInBin(this.#now, { id, kind: 'card', text: card.text, ...columnOf(card) })
  }

  #restoreCard({ id, card }: OperationOf<'restore card'>): void {
    this.#now = takeFromBin(this.#now, id)
    if (card && !this.#cards.find(id)) this.#cards.append(this.#has(card) ? card : { ...card, ...inbox })
  }

  #addProject({ id, title }: OperationOf<'add project'>): void {
    const project = { ...unknown, id, title, card_count: 0, completed_card_count: 0 }
    const statuses = statusNames.map((name, position) => ({
      id: statusIdOf(id, position),
      project_id: id,
      name,
      position,
    }))
    this.#putWhole({ project, statuses, cards: [] })
  }

  #deleteProject(id: string): void {
    const whole = wholeOf(this.done(), id)
    if (!whole) return
    const { title } = whole.project
    const binned = { id, kind: 'project' as const, title, card_count: whole.cards.length }
    this.#now = putInBin(removeProject(this.#now, id), binned)
  }

  #putWhole(whole: WholeProject | undefined): void {
    if (!whole || this.#now.projects?.some(({ id }) => id === whole.project.id)) return
    const { project, statuses, cards } = whole
    const known = { ...this.#now, statuses: new Map([...this.#now.statuses, [project.id, statuses]]) }
    this.#now = putProject(known, project)
    for (const card of cards) this.#cards.append(card)
  }
}

/** Applies a series of changes to columns. Those that it changes are copied once. */
export class ColumnsDraft {
  readonly #before: Columns
  readonly #cards = new Map<string, Card>()
  readonly #changed = new Map<string, Card[]>()

  constructor(columns: Columns) {
    this.#before = columns
    for (const cards of columns.values()) for (const card of cards) this.#cards.set(card.id, card)
  }

  find(id: string): Card | undefined {
    return this.#cards.get(id)
  }

  remove(id: string): void {
    const card = this.find(id)
    if (!card) return
    const list = this.#listOf(card)
    list.splice(list.indexOf(card), 1)
    this.#cards.delete(id)
  }

  append(card: Card): void {
    this.remove(card.id)
    this.#insert(card, this.#listOf(card).length)
  }

  edit(id: string, changes: Partial<Omit<Card, 'id' | keyof Column>>): void {
    const card = this.find(id)
    if (!card) return
    const list = this.#listOf(card)
    const edited = { ...card, ...changes }
    list[list.indexOf(card)] = edited
    this.#cards.set(id, edited)
  }

  /**
   * As `moved` in `PUT /api/cards/order`: puts the card behind the last of these that is in the column; if none is, first, or
   * last with `atEnd`.
   */
  place(id: string, column: Column, behind: readonly string[], atEnd = false): void {
    const card = this.find(id)
    if (!card) return
    this.remove(id)
    const key = keyOf(column)
    const list = this.#listOf(column)
    let row = atEnd ? list.length : 0
    for (const landmark of behind.toReversed()) {
      const there = this.find(landmark)
      if (!there || keyOf(there) !== key) continue
      row = list.indexOf(there) + 1
      break
    }
    this.#insert(keyOf(card) === key ? card : { ...card, ...columnOf(column) }, row)
  }

  /** Untouched columns stay the same objects, so that they are not rendered again. */
  done(): Columns {
    return this.#changed.size === 0 ? this.#before : new Map([...this.#before, ...this.#changed])
  }

  #listOf(column: Column): Card[] {
    const key = keyOf(column)
    let list = this.#changed.get(key)
    if (!list) {
      list = [...cardsOf(this.#before, key)]
      this.#changed.set(key, list)
    }
    return list
  }

  #insert(card: Card, row: number): void {
    this.#listOf(card).splice(row, 0, card)
    this.#cards.set(card.id, card)
  }
}
