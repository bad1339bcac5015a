import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Instance {
  url: string
  isReady: boolean
  askedAt: number
  /** The number of requests that it has answered. */
  answered: number
}

/** In milliseconds. It trusts the last `/readyz` of an instance for this long. */
const reliance = 1000

/**
 * Sends requests in turn to the instances whose last `/readyz` was 200, each on a new connection. It retries
 * none.
 */
export class Balancer {
  readonly #server: Server
  readonly #instances = new Map<string, Instance>()
  #turn = 0
  /** A line for each request that no instance has answered. */
  readonly refused: string[] = []

  private constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing))
    // Closes no idle connection: that could drop a request that is just arriving.
    this.#server.keepAliveTimeout = 0
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer()
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  add(url: string): void {
    this.#instances.set(url, { url, isReady: false, askedAt: Number.NEGATIVE_INFINITY, answered: 0 })
  }

  remove(url: string): void {
    this.#instances.delete(url)
  }

  answeredBy(url: string): number {
    return this.#instances.get(url)?.answered ?? 0
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #choose(): Promise<Instance | undefined> {
    const all = [...this.#instances.values()]
    // A copy, because concurrent requests change the list, and each has to try all instances.
    const turn = this.#turn++
    for (let tries = 0; tries < all.length; tries++) {
      const instance = all[(turn + tries) % all.length]
      if (instance && (await this.#isReady(instance))) return instance
    }
    return undefined
  }

  async #isReady(instance: Instance): Promise<boolean> {
    if (performance.now() - instance.askedAt > reliance) {
      instance.isReady = await fetch(`${instance.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      instance.askedAt = performance.now()
    }
    return instance.isReady
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const what = `${incoming.method} ${incoming.url}`
    const refuse = (why: string) => {
      this.refused.push(`${what}: ${why}`)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    }
    const instance = await this.#choose()
    if (!instance) return refuse('no instance is ready')
    const { method, headers } = incoming
    const onward = request(instance.url + incoming.url, { method, headers, agent: false })
    onward.on('error', (error) => refuse(`${error.message} by ${instance.url}`))
    onward.on('response', (answer) => {
      instance.answered++
      const { connection, ...rest } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, rest)
      // Otherwise a client that follows a stream would wait for its first bytes.
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => refuse('the answer was cut short'))
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
