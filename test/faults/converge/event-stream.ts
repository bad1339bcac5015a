import { type ClientRequest, get } from 'node:http'
import type { Changes } from './replica.ts'

/** One connection to `GET /api/events`. */
export class EventStream {
  readonly #request: ClientRequest
  readonly #take: (page: Changes) => void
  #rest = ''
  #isClosed = false

  constructor(url: string, token: string, since: number, take: (page: Changes) => void) {
    this.#take = take
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': String(since) }
    // Its own connection, instead of one that is kept for requests.
    this.#request = get(`${url}/api/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) this.close()
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => this.#read(chunk))
      response.on('error', () => this.close())
      response.on('end', () => this.close())
    })
    this.#request.on('error', () => this.close())
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    this.#request.destroy()
  }

  #read(chunk: string): void {
    const events = (this.#rest + chunk).split('\n\n')
    this.#rest = events.pop() ?? ''
    for (const event of events) if (!this.#isClosed) this.#readEvent(event)
  }

  #readEvent(event: string): void {
    const fields = new Map(event.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
    const data = fields.get('data')
    // Comments keep the connection open.
    if (data === undefined) return
    const page: Changes = JSON.parse(data)
    if (fields.get('event') !== 'changes' || fields.get('id') !== String(page.seq))
      throw new Error(`An event is not as it should be: ${event.slice(0, 200)}`)
    this.#take(page)
  }
}
