import { type Imported, type LeftOutKind, leftOutKinds } from '../../contract/transfer.ts'

/** Counts what of a file is not imported. */
export class LeftOut {
  readonly #counts = new Map<LeftOutKind, number>()

  add(kind: LeftOutKind, number = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + number)
  }

  /** In the order of the contract. Only kinds that there are. */
  list(): Imported['not_imported'] {
    return Object.values(leftOutKinds)
      .flat()
      .flatMap((kind) => {
        const count = this.#counts.get(kind) ?? 0
        return count > 0 ? { kind, count } : []
      })
  }

  /** How many entries become no card. Other kinds are parts of cards that are imported. */
  get entries(): number {
    return leftOutKinds.entries.reduce((sum, kind) => sum + (this.#counts.get(kind) ?? 0), 0)
  }
}
