import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Place {
  /** Empty for the root of the host. */
  path: string
  /** The service behind it. */
  url: string
  /** Whether it takes the path off the URLs of requests. */
  strips: boolean
}

/** A reverse proxy with several services on one host, each below a path. */
export class PathProxy {
  readonly #server: Server
  readonly #places: Place[] = []

  private constructor() {
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
  }

  static async start(): Promise<PathProxy> {
    const proxy = new PathProxy()
    proxy.#server.listen(0, 'localhost')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** By a name for which browsers make exceptions, as for https. */
  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  add(place: Place): void {
    this.#places.push(place)
    // The longest path is the most specific.
    this.#places.sort((one, other) => other.path.length - one.path.length)
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '', method, headers } = incoming
    const place = this.#places.find(({ path }) => `${url.split('?')[0]}/`.startsWith(`${path}/`))
    if (!place) {
      outgoing.writeHead(404).end()
      return
    }
    const path = place.strips ? url.slice(place.path.length).replace(/^(?!\/)/, '/') : url
    const onward = request(place.url + path, { method, headers, agent: false })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      // Otherwise a client that follows a stream would wait for its first bytes.
      outgoing.flushHeaders()
      answer.pipe(outgoing)
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
