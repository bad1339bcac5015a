import type { Chance } from '../../support/machine/chance.ts'
import type { Operation } from './operation.ts'
import { Replica } from './replica.ts'

/** The contents of a device's disk at its start. */
interface Kept {
  outbox: readonly Operation[]
  replica: Replica
}

/** The disk of a device. A write may fail; then it keeps its previous contents. */
export class Disk {
  readonly #chance: Chance
  #kept: Kept = { outbox: [], replica: new Replica() }

  constructor(chance: Chance) {
    this.#chance = chance
  }

  write(outbox: readonly Operation[], replica: Replica): void {
    if (!this.#chance.oneIn(3)) this.#kept = { outbox: [...outbox], replica: replica.copy() }
  }

  read(): Kept {
    const { outbox, replica } = this.#kept
    return { outbox, replica: replica.copy() }
  }
}
