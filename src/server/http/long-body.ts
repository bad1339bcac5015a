import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is shorter stays in memory. */
export const longBody = 64 * 1024

/** In bytes: the database may be on the same disk. */
const reserve = 64 * 1024 * 1024

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
    const folder = tmpdir()
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < reserve) throw new Error(`less than ${reserve} bytes are free in ${folder}`)
    const path = join(folder, `inboard-${randomUUID()}`)
    const body = new LongBody(await open(path, 'wx+', 0o600))
    try {
      await unlink(path)
    } catch (error) {
      await body.close()
      throw error
    }
    return body
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
    // What was in it is of no use to anybody any more.
    await this.#file.close().catch(() => {})
  }
}

/** A body, wherever it waits. */
export type RawBody = Uint8Array | LongBody

export async function bytesOf(body: RawBody): Promise<Uint8Array> {
  if (!(body instanceof LongBody)) return body
  try {
    return await body.read()
  } catch (error) {
    throw new DiskUnavailable(error)
  }
}
