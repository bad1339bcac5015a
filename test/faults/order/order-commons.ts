import { type Client, ProblemError } from '../../../src/client/client.ts'
import type { Card } from '../../../src/contract/card.ts'

export interface Column {
  project_id: string | null
  status_id: string | null
}

const inbox: Column = { project_id: null, status_id: null }

/** The three columns of a new project. */
export async function newColumns(client: Client): Promise<Column[]> {
  const { project } = await client.addProject({ title: 'Project' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  return statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))
}

/** The columns that all clients write to, and the cards in them that belong to everybody. */
export class Commons {
  readonly #client: Client
  readonly columns: Column[]
  readonly cards = new Set<string>()
  readonly removed = new Set<string>()
  /** Cards for which the service said that one of them is missing. Whether that was so, the end shows. */
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

  /** Many may try to remove the same card. One of them does, and puts another in its place. */
  replace(id: string): Promise<void> {
    return this.unlessMissing([id], async () => {
      await this.#client.removeCard({ id })
      if (this.removed.has(id)) throw new Error(`Card ${id} was removed twice.`)
      this.removed.add(id)
      this.cards.delete(id)
      await this.#add()
    })
  }

  /** Somebody else may have removed one of these just now. */
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

/** Whether these are the cards of a column after a move: the listed ones first, and no gap anywhere. */
export const isInOrder = (cards: Card[], ids: string[], { status_id }: Column): boolean =>
  ids.every((id, index) => cards[index]?.id === id) &&
  cards.every((card, index) => card.position === index && card.status_id === status_id)
