import { inbox } from './columns.ts'
import { ColumnsDraft } from './columns-draft.ts'
import { has, newCard, type Operation, pictured } from './operations.ts'
import type { Binned, Workspace } from './workspace.ts'

/** As few as it takes to be worth the preparation. */
const many = 8

/** What operations do to what is shown, one after the other. */
export function replayed(base: Workspace, operations: readonly Operation[]): Workspace {
  if (operations.length < many) return operations.reduce((now, one) => pictured(one)(now), base)
  const replay = new Replay(base)
  for (const operation of operations) replay.do(operation)
  return replay.done()
}

/** The same as `pictured`, for many: operations on cards share one draft of the columns and of the bin. */
class Replay {
  #now: Workspace
  #draft: ColumnsDraft | undefined
  /** The oldest first. */
  #bin: Map<string, Binned> | undefined
  constructor(base: Workspace) {
    this.#now = base
  }

  done(): Workspace {
    if (this.#draft) this.#now = { ...this.#now, columns: this.#draft.done() }
    if (this.#bin) this.#now = { ...this.#now, bin: [...this.#bin.values()].reverse() }
    this.#draft = undefined
    this.#bin = undefined
    return this.#now
  }

  do(operation: Operation): void {
    switch (operation.kind) {
      case 'add card':
        if (!this.#cards.find(operation.id)) this.#cards.append(newCard(this.#now, operation))
        return
      case 'edit card':
        this.#cards.edit(operation.id, { text: operation.text })
        return
      case 'complete card':
        this.#cards.edit(operation.id, { complete: operation.complete })
        return
      case 'move card':
        if (has(this.#now, operation.column))
          this.#cards.place(operation.id, operation.column, operation.behind)
        return
      case 'delete card': {
        const card = this.#cards.find(operation.id)
        if (!card) return
        this.#cards.remove(card.id)
        if (!this.#binned?.has(card.id))
          this.#binned?.set(card.id, { id: card.id, kind: 'card', text: card.text })
        return
      }
      case 'restore card': {
        const { id, card } = operation
        this.#binned?.delete(id)
        if (card && !this.#cards.find(card.id))
          this.#cards.append(has(this.#now, card) ? card : { ...card, ...inbox })
        return
      }
      default:
        this.#now = pictured(operation)(this.done())
    }
  }

  get #cards(): ColumnsDraft {
    this.#draft ??= new ColumnsDraft(this.#now.columns)
    return this.#draft
  }

  get #binned(): Map<string, Binned> | undefined {
    this.#bin ??= this.#now.bin && new Map(this.#now.bin.toReversed().map((item) => [item.id, item]))
    return this.#bin
  }
}
