import type { OpenApi } from '../../../src/contract/openapi/document.ts'
import { Chance } from '../../support/machine/chance.ts'
import { sendRaw } from '../../support/network/raw-http.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { Complaints } from '../support/complaints.ts'
import { type Line, type Reply, written } from '../support/line.ts'
import { Documented, headerOf } from './documented.ts'
import { type Endpoint, endpointsOf, type OddRequest, oddRequest, type Stock } from './odd-requests.ts'

const mostCards = 150

/** Sends generated requests and checks the answers. */
export class Hail {
  readonly complaints = new Complaints()
  readonly #server: ServerProcess
  readonly #documented: Documented
  readonly #stock: Stock & { ids: string[] }
  readonly #seed: number
  /** The cards that presumably exist, with the session of their owner. */
  readonly #cards: { id: string; token: string | undefined }[] = []
  readonly #statuses = new Set<number>()

  constructor(
    server: ServerProcess,
    document: OpenApi,
    { tokens, ids }: Pick<Stock, 'tokens' | 'ids'>,
    seed: number,
  ) {
    this.#server = server
    this.#documented = new Documented(document)
    this.#stock = { endpoints: endpointsOf(document), tokens, ids: [...ids] }
    this.#seed = seed
  }

  get statuses(): number[] {
    return [...this.#statuses].sort((one, other) => one - other)
  }

  async send(line: Line, number: number): Promise<void> {
    // Removes the oldest card above a limit: lists are not paginated, and ever longer ones would take up all
    // the time.
    const surplus = this.#cards.length > mostCards && this.#cards.shift()
    if (surplus) await line.ask(written('DELETE', `/api/cards/${surplus.id}`, surplus))
    const request = oddRequest(this.#stock, Chance.of(this.#seed, number))
    const complain = (what: string) =>
      this.complaints.add(`Request ${number} of seed ${this.#seed} got ${what}: ${shown(request)}`)
    if (request.garbled) {
      for (const status of await this.#outcomes(request, complain)) {
        this.#statuses.add(status)
        if (status >= 500) complain(String(status))
      }
      return
    }
    const reply = await line.ask(request.bytes, { hasBody: request.method !== 'HEAD' })
    if (!reply) return complain('no answer')
    this.#statuses.add(reply.status)
    const fault = this.#faultIn(request, reply)
    if (fault) complain(`${reply.status} with ${fault} (${reply.text.slice(0, 300)})`)
    this.#remember(request, reply)
  }

  /** Sent on a connection of its own, because a garbled request may get any number of answers. */
  async #outcomes({ bytes }: OddRequest, complain: (what: string) => void): Promise<number[]> {
    try {
      const { answers } = await sendRaw(this.#server.url, bytes, undefined, { hangUp: true })
      return answers.map(({ status }) => status)
    } catch (error) {
      complain((error as Error).message)
      return []
    }
  }

  #faultIn({ endpoint, method, strays }: OddRequest, reply: Reply): string | undefined {
    if (reply.status >= 500) return 'a failure of its own'
    if (!strays) return this.#documented.faultIn(endpoint, reply)
    // The altered method or path may be that of a page, of another endpoint, or of nothing.
    const isPage = headerOf(reply, 'content-type')?.startsWith('text/html')
    if (isPage || method === 'HEAD') return undefined
    if (reply.status >= 400) return this.#documented.faultInRefusal(reply)
    const fits = (one: Endpoint) => one.method === method && !this.#documented.faultIn(one, reply)
    return this.#stock.endpoints.some(fits) ? undefined : 'what no endpoint answers'
  }

  /** Adds the id of a created item to those that later requests use, in place of an older one. */
  #remember({ bytes }: OddRequest, reply: Reply): void {
    const [, kind, id] = /^\/api\/(\w+)\/(.+)$/.exec(headerOf(reply, 'location') ?? '') ?? []
    if (!id) return
    this.#stock.ids.push(id)
    if (this.#stock.ids.length > 60) this.#stock.ids.splice(15, 1)
    const [, token] = /^Authorization: Bearer (\S+)\r$/m.exec(bytes.toString('latin1')) ?? []
    if (kind === 'cards') this.#cards.push({ id, token })
  }
}

const shown = ({ bytes }: OddRequest) => JSON.stringify(bytes.toString('latin1').slice(0, 600))
