import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

/** A port that leads to one server, and after a failover to another, like a virtual IP or HAProxy. */
export class MovingEndpoint {
  readonly #server: Server
  #target: number

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((incoming) => {
      const outgoing = connect(this.#target, '127.0.0.1')
      incoming.pipe(outgoing).pipe(incoming)
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const)
        one.on('error', () => {}).on('close', () => other.destroy())
    })
  }

  static async open(target: number): Promise<MovingEndpoint> {
    const endpoint = new MovingEndpoint(target)
    endpoint.#server.listen(0, '127.0.0.1')
    await once(endpoint.#server, 'listening')
    return endpoint
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Sends new connections there from now on. */
  moveTo(target: number): void {
    this.#target = target
  }

  close(): void {
    this.#server.close()
  }
}
