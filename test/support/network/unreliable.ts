import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A network between a client and a server that can be cut. */
export class Unreliable {
  /** `swallows`: the server receives and performs a write, but its response is lost. */
  state: 'works' | 'breaks' | 'swallows' | 'is a hotel' = 'works'
  /** The number of responses that were lost. */
  swallowed = 0
  /** The paths whose responses came through. */
  readonly answered: string[] = []
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
  readonly #target: string
  readonly #waiting = new Set<Socket>()
  #port = 0

  private constructor(target: string) {
    this.#target = target
  }

  static async before(target: string): Promise<Unreliable> {
    const network = new Unreliable(target)
    network.#server.listen(0, '127.0.0.1')
    await once(network.#server, 'listening')
    network.#port = (network.#server.address() as AddressInfo).port
    return network
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Cuts the network. */
  async goDown(): Promise<void> {
    this.stop()
    await once(this.#server, 'close')
  }

  /** Ends the requests whose responses were lost. */
  async comeBack(): Promise<void> {
    this.state = 'works'
    for (const socket of this.#waiting) socket.destroy()
    this.#waiting.clear()
    if (this.#server.listening) return
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { state } = this
    if (state === 'breaks') return void incoming.socket.destroy()
    if (state === 'is a hotel')
      return void outgoing.writeHead(302, { location: 'http://hotel.example/welcome' }).end()
    const { method, headers, url } = incoming
    const there = request(this.#target + url, { method, headers, agent: false }, (answer) => {
      if (state === 'works' || method === 'GET') {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(outgoing).on('finish', () => this.answered.push(url ?? ''))
        return
      }
      this.#waiting.add(incoming.socket)
      answer.resume().on('end', () => {
        this.swallowed++
      })
    })
    there.on('error', () => incoming.socket.destroy())
    // Streams without a reader.
    outgoing.on('close', () => state === 'works' && there.destroy())
    incoming.pipe(there)
  }
}
