import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

type Message = { chunk: Uint8Array<ArrayBuffer> } | { taken: true } | { end: true }

/** A connection from one thread to another. Node's HTTP works on it as on any other. */
export class PortSocket extends Duplex {
  /** Where it comes from, for whoever asks a connection for that. */
  readonly remoteAddress = '127.0.0.1'
  readonly #port: MessagePort
  /** What was written waits for the other side to have taken it. */
  #onTaken: (() => void) | undefined
  #isOwed = false

  constructor(port: MessagePort) {
    super({ allowHalfOpen: false })
    this.#port = port
    port.on('message', (message: Message) => this.#hear(message))
    port.on('close', () => this.destroy())
  }

  #hear(message: Message): void {
    if ('chunk' in message) {
      this.#isOwed = true
      if (this.push(message.chunk)) this._read()
    } else if ('taken' in message) {
      const onTaken = this.#onTaken
      this.#onTaken = undefined
      onTaken?.()
    } else this.push(null)
  }

  override _read(): void {
    if (!this.#isOwed) return
    this.#isOwed = false
    this.#port.postMessage({ taken: true } satisfies Message)
  }

  override _write(given: Buffer, _encoding: unknown, done: () => void): void {
    this.#onTaken = done
    // A copy of its own: what is given may be part of something larger, which would go with it.
    const chunk = new Uint8Array(given)
    this.#port.postMessage({ chunk } satisfies Message, [chunk.buffer])
  }

  override _final(done: () => void): void {
    this.#port.postMessage({ end: true } satisfies Message)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }
}
