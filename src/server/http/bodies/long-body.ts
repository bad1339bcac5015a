import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDiskFull } from '../../db/database.ts'

/** Shorter bodies stay in memory. */
export const longBody = 64 * 1024

/** Reading or writing more at once would block everything else. */
export const partLength = 256 * 1024

/** In bytes. The database may be on the same disk. */
const reserve = 64 * 1024 * 1024

/** The folder for temporary files is full or not writable. Retrying later may help. */
export class DiskUnavailable extends Error {
  constructor(cause: unknown) {
    super(
      isDiskFull(cause)
        ? 'the disk of temporary files is full'
        : 'a long body cannot be written to a temporary file',
      { cause },
    )
    this.name = 'DiskUnavailable'
  }
}

/**
 * Closes the files of bodies that nobody has read to the end. Node ends the process if such a file is
 * garbage-collected.
 */
const forgotten = new FinalizationRegistry((file: FileHandle) => void file.close().catch(() => {}))

/** A body on disk. Its file is already unlinked, so it disappears with this process. */
export class LongBody {
  readonly #file: FileHandle
  #length = 0

  private constructor(file: FileHandle) {
    this.#file = file
    forgotten.register(this, file)
  }

  static async create(): Promise<LongBody> {
    const folder = tmpdir()
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < reserve)
      throw new Error(`no space left on device: less than ${reserve} bytes in ${folder}`)
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
      const { bytesRead } = await this.#file
        .read(bytes, end, bytes.length - end, from + end)
        .catch((error) => {
          throw new DiskUnavailable(error)
        })
      if (bytesRead === 0) throw new Error('a temporary file was truncated')
      end += bytesRead
    }
    return bytes
  }

  async *parts(): AsyncGenerator<Buffer<ArrayBuffer>> {
    for (let at = 0; at < this.#length; at += partLength) {
      yield await this.read(at, Math.min(at + partLength, this.#length))
    }
  }

  /** Waits for running operations. Idempotent. */
  async close(): Promise<void> {
    // The contents are no longer needed.
    await this.#file.close().catch(() => {})
  }
}

/** A body in memory or on disk. */
export type RawBody = Uint8Array | LongBody

export async function bytesOf(body: RawBody): Promise<Uint8Array> {
  return body instanceof LongBody ? await body.read() : body
}
