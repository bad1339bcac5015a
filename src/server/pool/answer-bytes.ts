import { DiskUnavailable, LongBody, longBody } from '../http/bodies/long-body.ts'
import { Bytes, type Part } from './messages.ts'

/** In bytes, for all accounts together. Beyond this, responses wait on disk until they are read. */
const mostInMemory = 24_000_000

/** A response that arrives from a worker. It goes to disk if too many unread responses are in memory. */
export class AnswerBytes {
  readonly #inMemory = new Bytes()
  #onDisk: Promise<LongBody> | undefined

  add(part: Part): void {
    if (part.at === 0 && part.of > longBody && process.memoryUsage().arrayBuffers + part.of > mostInMemory)
      this.#onDisk = LongBody.create()
    if (!this.#onDisk) {
      this.#inMemory.add(part)
      return
    }
    this.#onDisk = append(this.#onDisk, part.bytes)
    // `take` reports the error.
    this.#onDisk.catch(() => {})
  }

  async take(): Promise<Buffer<ArrayBuffer> | LongBody> {
    const onDisk = this.#onDisk
    this.#onDisk = undefined
    try {
      return (await onDisk) ?? this.#inMemory.take()
    } catch (error) {
      throw new DiskUnavailable(error)
    }
  }

  /** For a response that will never be complete. */
  drop(): void {
    this.#onDisk?.then((file) => file.close()).catch(() => {})
  }
}

async function append(opening: Promise<LongBody>, bytes: Uint8Array): Promise<LongBody> {
  const file = await opening
  try {
    await file.append(bytes)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}
