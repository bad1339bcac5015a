import { type Client, ProblemError } from '../../../src/client/client.ts'
import type { Card } from '../../../src/contract/card.ts'

export interface Column {
  project_id: string | null
  status_id: string | null
}

const inbox: Column = { project_id: null, status_id: null }

/** Adds a project and returns its three columns. */
export async function newColumns(client: Client): Promise<Column[]> {
  const { project } = await client.addProject({ title: 'Project' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  return statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))
}

/** The columns that all clients write to, and the common cards in them, which any client may move or remove. */
export class Commons {
  readonly #client: Client
  readonly columns: Column[]
  readonly cards = new Set<string>()
  readonly removed = new Set<string>()
  /** The cards of each operation that got a 404. It is checked later that one of them really had been removed. */
  readonly doubts: string[][] = []

  private constructor(client: Client, columns: Column[]) {
    this.#client = client
    this.columns = columns
  }

  static async open(client: Client, cards: number): Promise<Commons> {
    const commons = new Commons(client, [inbox, ...(await newColumns(client))])
    for (let n = 0; n < cards; n++) await commons.#add()
    return commons
  }

  patch(id: string, position: number): Promise<void> {
    return this.unlessMissing([id], () => this.#client.editCard({ id, position }))
  }

  /** Several clients may try to remove the same card. The one that succeeds adds another in its place. */
  replace(id: string): Promise<void> {
    return this.unlessMissing([id], async () => {
      await this.#client.removeCard({ id })
      if (this.removed.has(id)) throw new Error(`Card ${id} was removed twice.`)
      this.removed.add(id)
      this.cards.delete(id)
      await this.#add()
    })
  }

  /** Tolerates a 404, because another client may just have removed one of these cards. */
  async unlessMissing(ids: string[], work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
      this.doubts.push(ids)
    }
  }

  async #add(): Promise<void> {
    this.cards.add((await this.#client.addInboxCard({ text: 'common' })).card.id)
  }
}

/** Whether a column is right after a move: the moved cards first, in order, and positions without gaps. */
export const isInOrder = (cards: Card[], ids: string[], { status_id }: Column): boolean =>
  ids.every((id, index) => cards[index]?.id === id) &&
  cards.every((card, index) => card.position === index && card.status_id === status_id)
