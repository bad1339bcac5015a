import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const none: Buffer = Buffer.alloc(0)

/**
 * One kept-alive connection with one request at a time. It understands only as much of HTTP as these servers
 * need.
 */
export class Connection {
  readonly #socket: Socket
  #head: Buffer = none
  #missing = 0
  #waiting = false
  #answered: () => void = () => {}
  /** Set if the body of the response is needed, not only its length. */
  body: Buffer[] | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay()
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('close', () => {
      if (this.#waiting) throw new Error('The server has closed a connection that waited for an answer.')
    })
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Connection(socket)
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Sends requests one after the other, and calls `took` with the milliseconds of each. */
  run(requests: Buffer[], took: (time: number) => void): Promise<void> {
    return new Promise((resolve) => {
      let next = 0
      let began = 0
      const send = () => {
        const request = requests[next++]
        this.#waiting = request !== undefined
        if (!request) return resolve()
        began = performance.now()
        this.#socket.write(request)
      }
      this.#answered = () => {
        took(performance.now() - began)
        send()
      }
      send()
    })
  }

  #receive(chunk: Buffer): void {
    if (this.#missing > 0) this.#receiveBody(chunk)
    else this.#receiveHead(chunk)
  }

  #receiveHead(chunk: Buffer): void {
    const start = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk
    const end = start.indexOf('\r\n\r\n')
    if (end < 0) {
      this.#head = start
      return
    }
    this.#head = none
    const head = start.toString('latin1', 0, end + 2)
    const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(head) ?? []
    if (!head.startsWith('HTTP/1.1 20') || !length) throw new Error(`Answered with: ${start.toString()}`)
    this.#missing = Number(length)
    this.#receiveBody(start.subarray(end + 4))
  }

  #receiveBody(chunk: Buffer): void {
    this.body?.push(chunk)
    this.#missing -= chunk.length
    if (this.#missing === 0) this.#answered()
  }
}
