interface Ranked {
  id: string
  position: number
}

/** A reference model of card positions, as simple as the contract allows. Columns can have any names. */
export class ColumnModel<Name> {
  readonly #columns = new Map<Name, Ranked[]>()

  /** The cards in the order in which the API lists them. */
  column(name: Name): Ranked[] {
    return (this.#columns.get(name) ?? []).toSorted(
      (a, b) => a.position - b.position || (a.id < b.id ? -1 : 1),
    )
  }

  ids(): string[] {
    return [...this.#columns.values()].flat().map(({ id }) => id)
  }

  create(name: Name, id: string, wanted: number | undefined): void {
    const cards = this.column(name)
    const position = wanted ?? (cards.at(-1)?.position ?? -1) + 1
    for (const card of cards) if (wanted !== undefined && card.position >= wanted) card.position++
    this.#columns.set(name, [...cards, { id, position }])
  }

  patch(id: string, position: number): void {
    for (const card of [...this.#columns.values()].flat()) if (card.id === id) card.position = position
  }

  remove(id: string): void {
    this.#takeOut([id], undefined)
  }

  /** Only the `moved` cards move: each behind the nearest preceding listed card that is in the column. */
  order(target: Name, ids: string[], moved = ids): void {
    this.#takeOut(moved, target)
    const column = this.column(target).map(({ id }) => id)
    const order = column.filter((id) => !moved.includes(id))
    for (const [index, id] of ids.entries()) {
      if (!moved.includes(id)) continue
      const before = ids.slice(0, index).findLast((other) => order.includes(other))
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
    }
    this.#columns.set(target, ranked(order))
  }

  #takeOut(ids: string[], butNotFrom: Name | undefined): void {
    for (const name of this.#columns.keys()) {
      const cards = this.column(name).map(({ id }) => id)
      const rest = cards.filter((id) => !ids.includes(id))
      if (name !== butNotFrom && rest.length < cards.length) this.#columns.set(name, ranked(rest))
    }
  }
}

const ranked = (ids: string[]): Ranked[] => ids.map((id, position) => ({ id, position }))
