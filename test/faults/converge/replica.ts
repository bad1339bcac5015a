import type { Card } from '../../../src/contract/card.ts'
import type { Project, Status } from '../../../src/contract/project.ts'

/** A page of the feed. */
export interface Changes {
  seq: number
  more: boolean
  projects: Project[]
  statuses: Status[]
  cards: Card[]
  positions: { id: string; position: number }[]
  deleted: { kind: 'card' | 'project'; id: string }[]
}

/** The number of recently deleted items that a device remembers, to restore them. */
const remembered = 12

/** A device's copy of its account, from the feed alone. */
export class Replica {
  /** The state that this is a copy of; undefined until everything has been read. */
  seq: number | undefined
  projects = new Map<string, Project>()
  statuses = new Map<string, Status>()
  cards = new Map<string, Card>()
  gone: string[] = []

  copy(): Replica {
    const { projects, statuses, cards, ...rest } = this
    const copies = { projects: new Map(projects), statuses: new Map(statuses), cards: new Map(cards) }
    return Object.assign(new Replica(), rest, copies)
  }

  /** Applies a page, and returns a sentence for each thing in it that should not be there. */
  apply(page: Changes): string[] {
    const wrong = this.seq === undefined ? [] : strayIn(page, this.seq)
    for (const project of page.projects) this.projects.set(project.id, project)
    for (const status of page.statuses) this.statuses.set(status.id, status)
    for (const card of page.cards) this.cards.set(card.id, card)
    for (const { id, position } of page.positions) {
      const card = this.cards.get(id)
      if (card) this.cards.set(id, { ...card, position })
      else wrong.push(`The position of card ${id} came before the card.`)
    }
    for (const { kind, id } of page.deleted) {
      if (kind === 'card') this.cards.delete(id)
      else this.#forgetProject(id)
    }
    this.gone = [...this.gone, ...page.deleted.map(({ id }) => id)].slice(-remembered)
    this.seq = page.seq
    return wrong
  }

  #forgetProject(project: string): void {
    this.projects.delete(project)
    for (const { id, project_id } of this.statuses.values())
      if (project_id === project) this.statuses.delete(id)
  }
}

/** A card comes whole if it has changed itself, else its position alone; and nothing comes twice. */
function strayIn({ seq, cards, projects, positions, deleted }: Changes, since: number): string[] {
  const wrong: string[] = []
  if (seq < since) wrong.push(`The feed went back from ${since} to ${seq}.`)
  for (const { id, revision } of cards)
    if (revision <= since) wrong.push(`Card ${id} of revision ${revision} came whole after ${since}.`)
  const ids = [cards, projects, positions, deleted].flatMap((things) => things.map(({ id }) => id))
  if (new Set(ids).size < ids.length) wrong.push(`Something came twice between ${since} and ${seq}.`)
  return wrong
}
