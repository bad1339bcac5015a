/** Bodies that take long to arrive, or that are too long for memory, and what an account may have of them. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longestBody } from '../../contract/values.ts'
import { fail } from '../common/problems.ts'
import { isDiskFull } from '../db/database.ts'

const mebibytes = 1024 * 1024

/** Shorter bodies stay in memory. */
export const longBody = 64 * 1024

/** Reading or writing more at once would block everything else. */
export const partLength = 256 * 1024

/** In bytes. The database may be on the same disk. */
const reserve = 64 * mebibytes

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
  readonly #onClose: () => void
  #length = 0

  private constructor(file: FileHandle, onClose: () => void) {
    this.#file = file
    this.#onClose = onClose
    forgotten.register(this, file)
  }

  static async create(onClose: () => void): Promise<LongBody> {
    const folder = tmpdir()
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < reserve)
      throw new Error(`no space left on device: less than ${reserve} bytes in ${folder}`)
    const path = join(folder, `inboard-${randomUUID()}`)
    const body = new LongBody(await open(path, 'wx+', 0o600), onClose)
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

  /** Idempotent. */
  async close(): Promise<void> {
    this.#onClose()
    // The contents are no longer needed.
    await this.#file.close().catch(() => {})
  }
}

/** A body in memory or on disk. */
export type RawBody = Uint8Array | LongBody

export async function bytesOf(body: RawBody): Promise<Uint8Array> {
  return body instanceof LongBody ? await body.read() : body
}

/** Limits of one account on this instance. */
export const most = { arriving: 20, bytes: 64 * mebibytes }

/** Whom a body counts for: an account, or a session alone (see `createAdmission`). */
export interface Uploader {
  account: string
  credential: string
}

interface Upload extends Uploader {
  body: IncomingMessage
  size: number
}

/**
 * Unfinished bodies by account: those that are arriving, and long ones until their request is answered. So that
 * no session or API token can block the others of its account, one that has no such body may always send one of
 * ordinary length.
 */
export class Uploads {
  readonly accounts = new Map<string, Set<Upload>>()

  /** Throws if the account has too many. */
  begin({ account, credential }: Uploader, body: IncomingMessage, size: number): Upload {
    const own = this.accounts.get(account) ?? new Set()
    const upload = { account, credential, body, size }
    if (arriving(own) >= most.arriving || sizeOf(own) + size > most.bytes) requireException(own, upload)
    this.accounts.set(account, own.add(upload))
    return upload
  }

  /** For a body whose length was not known. Throws if the account now has too much. */
  grow(upload: Upload, size: number): void {
    const own = this.accounts.get(upload.account) ?? new Set()
    upload.size = size
    if (sizeOf(own) > most.bytes) requireException(own, upload)
  }

  /** Idempotent. */
  end(upload: Upload): void {
    const own = this.accounts.get(upload.account)
    own?.delete(upload)
    if (own?.size === 0) this.accounts.delete(upload.account)
  }
}

const sizeOf = (uploads: ReadonlySet<Upload>) => uploads.values().reduce((sum, { size }) => sum + size, 0)

/** `complete` is set by the parser: a body may have arrived before anybody has read it to its end. */
const arriving = (uploads: ReadonlySet<Upload>) =>
  uploads.values().reduce((count, { body }) => (body.complete ? count : count + 1), 0)

/** The exception ends at twice the limit. */
function requireException(own: ReadonlySet<Upload>, upload: Upload): void {
  const isOnlyOne = own.values().every((one) => one === upload || one.credential !== upload.credential)
  if (upload.size <= longestBody && isOnlyOne && arriving(own) < 2 * most.arriving) return
  throw fail('rate_limited', {
    detail:
      'Your account has too many unfinished uploads. Try again in {retry_after} seconds, or finish one first.',
    retry_after: 5,
  })
}

/** Chunks that are held one by one: many small ones take far more memory than their bytes. */
const mostChunks = 64

/**
 * Reads a body that has not arrived at once. A long one goes to disk. If a body is refused, its connection stays
 * open, so that the client can read the reason.
 */
export async function readSlowly(
  body: IncomingMessage,
  limit: number,
  uploads: Uploads,
  uploader: Uploader,
): Promise<RawBody> {
  const length = Number(body.headers['content-length'] ?? Number.NaN)
  let upload: Upload | undefined
  let file: LongBody | undefined
  let chunks: Buffer[] = []
  let arrived = 0
  try {
    // The client disconnected while its account was looked up.
    if (body.destroyed) throw aborted()
    if (length > limit) throw fail('payload_too_large')
    // Bodies of public endpoints are short, and their requests are limited by IP.
    if (uploader.account) upload = uploads.begin(uploader, body, length || 0)
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrived += chunk.length
      if (arrived > limit) throw fail('payload_too_large')
      if (upload && Number.isNaN(length)) uploads.grow(upload, arrived)
      chunks.push(chunk)
      if (arrived > longBody) {
        file ??= await LongBody.create(() => upload && uploads.end(upload)).catch(unavailable)
        for (const one of chunks) await file.append(one).catch(unavailable)
        chunks = []
      } else if (chunks.length > mostChunks) chunks = [Buffer.concat(chunks)]
    }
    // The connection was closed because the body was too slow, and the client was told that nothing was done.
    if (body.socket.writableEnded) throw aborted()
    if (!file && upload) uploads.end(upload)
    return file ?? Buffer.concat(chunks)
  } catch (error) {
    body.resume()
    if (upload) uploads.end(upload)
    void file?.close()
    throw error
  }
}

function unavailable(cause: unknown): never {
  throw new DiskUnavailable(cause)
}

const aborted = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
