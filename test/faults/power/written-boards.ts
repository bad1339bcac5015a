import { type Client, createClient } from '../../../src/client/client.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { type Board, Ledger } from '../../support/models/ledger.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { checkedFetch } from '../../support/service/contract-check.ts'

/** A person who makes one write after the other, and their board after each. */
export class WrittenBoards {
  readonly email: string
  /** The first is empty. */
  readonly boards: Board[] = []
  /** The ids of the requests that led to each board but the first. */
  readonly requestIds: string[] = []

  private constructor(email: string) {
    this.email = email
  }

  static async write(server: ServerProcess, email: string, writes: number): Promise<WrittenBoards> {
    const written = new WrittenBoards(email)
    const token = await server.signIn(email)
    const ledger = await Ledger.open(server.client(token))
    await ledger.writeUntilTheEnd(written.#noting(server.url, token, ledger, writes))
    return written
  }

  #noting(baseUrl: string, token: string, ledger: Ledger, writes: number): Client {
    const noting: typeof fetch = async (input, init) => {
      this.boards.push(ledger.board)
      if (this.boards.length > writes) throw new Error('That is enough.')
      const response = await checkedFetch(input, init)
      this.requestIds.push(response.headers.get('x-request-id') ?? '')
      return response
    }
    return createClient({ baseUrl, token: () => token, retries: 0, fetch: noting })
  }

  /** The boards that may be found if exactly these requests were answered: with or without the one in progress. */
  mayBe(answered: ReadonlySet<string>): Board[] {
    const count = this.requestIds.filter((id) => answered.has(id)).length
    return this.boards.slice(count, count + 2)
  }

  /** Reads the stored board directly from the database, not through the service. */
  async read(database: Database): Promise<Board> {
    const cards = await database.all<{ text: string; column: keyof Board }>`
      select text, coalesce(statuses.name, 'inbox') as "column"
      from users join cards on cards.owner_id = users.id
        left join statuses on statuses.owner_id = cards.owner_id and statuses.id = cards.status_id
      where email = ${this.email} order by cards.position`
    const board: Board = { inbox: [], 'To do': [], Doing: [], Done: [] }
    for (const { text, column } of cards) board[column].push(text)
    return board
  }
}
