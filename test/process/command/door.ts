import { createServer, request } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'

/** A proxy that passes everything on, and loses some of the answers to what is not only read. */
export class Door {
  readonly #server = createServer()
  lost = 0
  #passed = 0

  static async open(port: number, { path = '', losesEvery = Number.POSITIVE_INFINITY } = {}): Promise<Door> {
    const door = new Door()
    door.#server.on('request', (incoming, outgoing) => {
      const { method, headers, url = '' } = incoming
      if (!url.startsWith(`${path}/`)) return outgoing.writeHead(502).end('not ours')
      const passedOn = request({ port, host: '127.0.0.1', method, path: url.slice(path.length), headers })
      passedOn.on('response', (answer) => {
        if (method !== 'GET' && ++door.#passed % losesEvery === 0) {
          door.lost++
          answer.resume().on('end', () => incoming.socket instanceof Socket && incoming.socket.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(passedOn)
      return undefined
    })
    await new Promise<void>((resolve) => door.#server.listen(0, '127.0.0.1', resolve))
    return door
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
