import { type Column, type Columns, columnOf, keyOf } from '../../client/board/columns.ts'
import type { Card } from '../../contract/card.ts'

interface Node {
  card: Card
  before: Node
  behind: Node
}

/** Applies a series of changes to columns, each in constant time, with a linked list for each column. */
export class ColumnsDraft {
  readonly #columns: Columns
  readonly #nodes = new Map<string, Node>()
  /** A circular list for each column, with a sentinel node. */
  readonly #rings = new Map<string, Node>()
  readonly #touched = new Set<string>()

  constructor(columns: Columns) {
    this.#columns = columns
    for (const [key, cards] of columns) {
      const ring = this.#ring(key)
      for (const card of cards) this.#insert(card, ring.before)
    }
  }

  find(id: string): Card | undefined {
    return this.#nodes.get(id)?.card
  }

  remove(id: string): void {
    const node = this.#nodes.get(id)
    if (!node) return
    node.before.behind = node.behind
    node.behind.before = node.before
    this.#nodes.delete(id)
    this.#touched.add(keyOf(node.card))
  }

  append(card: Card): void {
    this.remove(card.id)
    this.#touched.add(keyOf(card))
    this.#insert(card, this.#ring(keyOf(card)).before)
  }

  edit(id: string, changes: Partial<Omit<Card, 'id' | keyof Column>>): void {
    const node = this.#nodes.get(id)
    if (!node) return
    node.card = { ...node.card, ...changes }
    this.#touched.add(keyOf(node.card))
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
    this.#touched.add(key)
    const last = behind.findLast((one) => {
      const there = this.find(one)
      return there && keyOf(there) === key
    })
    const placed = keyOf(card) === key ? card : { ...card, ...columnOf(column) }
    const ring = this.#ring(key)
    this.#insert(placed, this.#nodes.get(last ?? '') ?? (atEnd ? ring.before : ring))
  }

  /** Untouched columns stay the same objects, so that they are not rendered again. */
  done(): Columns {
    if (this.#touched.size === 0) return this.#columns
    return new Map([...this.#columns, ...[...this.#touched].map((key) => [key, this.#cardsOf(key)] as const)])
  }

  #cardsOf(key: string): Card[] {
    const ring = this.#ring(key)
    const cards: Card[] = []
    for (let node = ring.behind; node !== ring; node = node.behind) cards.push(node.card)
    return cards
  }

  #ring(key: string): Node {
    const known = this.#rings.get(key)
    if (known) return known
    const ring = {} as Node
    ring.before = ring
    ring.behind = ring
    this.#rings.set(key, ring)
    return ring
  }

  #insert(card: Card, before: Node): void {
    const node = { card, before, behind: before.behind }
    before.behind.before = node
    before.behind = node
    this.#nodes.set(card.id, node)
  }
}
