import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A TCP relay that counts the bytes of all its connections, headers and framing included. */
export class Meter {
  readonly #server = createServer({ allowHalfOpen: true })
  /** In both directions. */
  sent = 0
  received = 0

  static async before(target: string): Promise<Meter> {
    const { hostname, port } = new URL(target)
    const meter = new Meter()
    meter.#server.on('connection', (client) => {
      const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      client.on('data', ({ length }) => {
        meter.sent += length
      })
      server.on('data', ({ length }) => {
        meter.received += length
      })
      client.pipe(server).pipe(client)
      client.on('error', () => server.destroy()).on('close', () => server.destroy())
      server.on('error', () => client.destroy()).on('close', () => client.destroy())
    })
    meter.#server.listen(0, '127.0.0.1')
    await once(meter.#server, 'listening')
    return meter
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Accepts no more connections. Open ones end with their clients. */
  stop(): void {
    this.#server.close()
  }
}
