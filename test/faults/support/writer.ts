import { isDeepStrictEqual } from 'node:util'
import { createClient } from '../../../src/client/client.ts'
import { Ledger } from '../../support/models/ledger.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { checkedFetch } from '../../support/service/contract-check.ts'
import { patience } from '../../support/service/inboard.ts'

/** A person who writes without pause, and treats a 503 like a server that does not answer. */
export class Writer {
  readonly token: string
  /** Whether a 503 is allowed, because the database has been killed. Other refusals never are. */
  mayBeRefused = false
  #isStopped = false
  readonly #email: string
  readonly #server: ServerProcess
  readonly #ledger: Ledger

  private constructor(server: ServerProcess, email: string, token: string, ledger: Ledger) {
    this.#server = server
    this.#email = email
    this.token = token
    this.#ledger = ledger
  }

  static async open(server: ServerProcess, email: string): Promise<Writer> {
    const token = await server.signIn(email)
    return new Writer(server, email, token, await Ledger.open(server.client(token)))
  }

  /** Resolves to how many writes were acknowledged, once one is not. */
  async write(complain: (what: string) => void): Promise<number> {
    this.mayBeRefused = false
    this.#isStopped = false
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (this.#isStopped) throw new Error('stopped')
      try {
        const response = await checkedFetch(input, { ...init, signal: AbortSignal.timeout(patience) })
        if (response.status !== 503) return response
        if (!this.mayBeRefused) complain(`${this.#email} was refused before it.`)
      } catch (error) {
        complain(`${this.#email} got no proper answer: ${error}`)
      }
      throw new Error('unavailable')
    }
    const client = createClient({ baseUrl: this.#server.url, token: () => this.token, retries: 0, fetch })
    try {
      return await this.#ledger.writeUntilTheEnd(client)
    } catch (error) {
      complain(`${this.#email} was refused: ${error}`)
      return 0
    }
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true
  }

  async compare(complain: (what: string) => void): Promise<void> {
    const { board: acknowledged, otherwise } = this.#ledger
    try {
      const { board } = await this.#ledger.read(this.#server.client(this.token))
      if (![acknowledged, otherwise].some((one) => isDeepStrictEqual(one, board)))
        complain(`${this.#email} has lost an acknowledged write, or found half of one.`)
    } catch (error) {
      complain(`${this.#email} is refused after it is back: ${(error as Error).message}`)
    }
  }
}
