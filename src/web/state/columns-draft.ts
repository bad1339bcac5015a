import type { Card } from '../../contract/card.ts'
import { type Column, type Columns, columnOf, keyOf } from './columns.ts'

interface Node {
  card: Card
  before: Node
  behind: Node
}

/** Columns that changes are made to in a row. Each takes the same time, however many cards there are. */
export class ColumnsDraft {
  readonly #columns: Columns
  readonly #nodes = new Map<string, Node>()
  /** For each column a ring of its cards, which begins and ends with a node that is no card. */
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

  edit(id: string, changes: Pick<Card, 'text'> | Pick<Card, 'complete'>): void {
    const node = this.#nodes.get(id)
    if (!node) return
    node.card = { ...node.card, ...changes }
    this.#touched.add(keyOf(node.card))
  }

  /**
   * The rule of `moved` in `PUT /api/cards/order`: the card lands behind the last of these that is in the column, or
   * first (`atEnd`: last) if none is.
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

  /** Columns that were not touched stay the same objects, so that nothing of them is drawn again. */
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
