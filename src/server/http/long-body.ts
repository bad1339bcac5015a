import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is shorter stays in memory. */
export const longBody = 64 * 1024

/** The folder for temporary files is full, or cannot be written to. Trying again later may help. */
export class DiskUnavailable extends Error {
  constructor(cause: unknown) {
    super('a long request cannot be put into a temporary file', { cause })
    this.name = 'DiskUnavailable'
  }
}

/** A request body that waits on the disk. Its file has no name, so however this process ends, it is gone. */
export class LongBody {
  readonly #file: FileHandle
  #length = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(): Promise<LongBody> {
    const path = join(tmpdir(), `inboard-${randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new LongBody(file)
  }

  get length(): number {
    return this.#length
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes)
    this.#length += bytes.length
  }

  async read(from = 0, to = this.#length): Promise<Buffer<ArrayBuffer>> {
    const bytes = Buffer.allocUnsafeSlow(to - from)
    for (let end = 0; end < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, end, bytes.length - end, from + end)
      if (bytesRead === 0) throw new Error('a file that nobody else knows was shortened')
      end += bytesRead
    }
    return bytes
  }

  /** When what is under way has ended. Calling it again does nothing. */
  async close(): Promise<void> {
    await this.#file.close()
  }
}

/** A body, wherever it waits. */
export type RawBody = Uint8Array | LongBody

export const bytesOf = async (body: RawBody): Promise<Uint8Array> =>
  body instanceof LongBody ? await body.read() : body
