import type { Card } from '../../../src/contract/card.ts'
import type { Changes } from '../../../src/contract/feed.ts'
import type { Project, Status } from '../../../src/contract/project.ts'

/** A device's copy of an account, from the feed alone. */
export class Replica {
  seq: number | undefined
  #projects = new Map<string, Project>()
  #statuses = new Map<string, Status>()
  #cards = new Map<string, Card>()

  apply({ seq, projects, statuses, cards, positions, deleted }: Changes): void {
    this.seq = seq
    for (const project of projects) this.#projects.set(project.id, project)
    for (const status of statuses) this.#statuses.set(status.id, status)
    for (const card of cards) this.#cards.set(card.id, card)
    for (const { id, position } of positions) {
      const card = this.#cards.get(id)
      if (!card) throw new Error(`the position of a card that is not known: ${id}`)
      this.#cards.set(id, { ...card, position })
    }
    for (const { kind, id } of deleted) {
      if (kind === 'card') this.#cards.delete(id)
      else {
        this.#projects.delete(id)
        for (const status of this.#statuses.values())
          if (status.project_id === id) this.#statuses.delete(status.id)
      }
    }
  }

  /** Everything, in an order that depends only on the contents. */
  get state() {
    const sorted = <Thing extends { id: string }>(things: Iterable<Thing>) =>
      [...things].sort((a, b) => (a.id < b.id ? -1 : 1))
    return {
      projects: sorted(this.#projects.values()),
      statuses: sorted(this.#statuses.values()),
      cards: sorted(this.#cards.values()),
    }
  }

  static of(changes: Changes): Replica {
    const replica = new Replica()
    replica.apply(changes)
    return replica
  }
}
