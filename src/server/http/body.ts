/** Bodies of requests: how they arrive, in memory or on disk, and what an account may have of them. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { usualBody } from '../../contract/values.ts'
import { decodeJson, parseJson } from '../common/json.ts'
import { fail } from '../common/problems.ts'
import { isDiskFull } from '../db/database.ts'

/** Throws if a body is of another type, before it has arrived. */
export function checkType(headers: IncomingHttpHeaders, types: readonly string[], detail?: string): void {
  const { 'content-type': given = '', 'content-encoding': encoding, 'transfer-encoding': transfer } = headers
  const [, type = ''] = /^([^\s;]+)\s*(?:;|$)/.exec(given) ?? []
  const isRead =
    types.includes(type.toLowerCase()) &&
    (encoding === undefined || encoding.toLowerCase() === 'identity') &&
    (transfer === undefined || transfer.toLowerCase() === 'chunked')
  if (!isRead && hasBody(headers))
    throw fail('unsupported_media_type', detail === undefined ? {} : { detail })
}

/** A hook that refuses other types before the body has arrived. */
export const requireType =
  (types: readonly string[], detail?: string): onRequestHookHandler =>
  ({ headers }, _reply, done) => {
    checkType(headers, types, detail)
    done()
  }

export const hasBody = ({
  'content-length': length = '0',
  'transfer-encoding': transfer,
}: IncomingHttpHeaders) => length !== '0' || transfer !== undefined

/** More than any endpoint needs: an order has 10,000 ids, twice. */
const complexity = { values: 40_000, deep: 100 }

export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw fail('malformed_json')
  return parseJson(decodeJson(bytes), complexity)
}

export function requireContent({ length }: RawBody, detail?: string): void {
  if (length === 0) throw fail('malformed_json', detail === undefined ? {} : { detail })
}

/** A body in memory or on disk. */
export type RawBody = Uint8Array | LongBody

export async function bytesOf(body: RawBody): Promise<Uint8Array> {
  return body instanceof LongBody ? await body.read() : body
}

/** For public endpoints, whose bodies are short and count for no account: their requests are limited by IP. */
export async function bytesOfBody({ raw, routeOptions }: FastifyRequest): Promise<Uint8Array> {
  return await bytesOf(await new Uploads().read(raw, routeOptions.bodyLimit ?? usualBody))
}

const mebibytes = 1024 * 1024

/** Unfinished bodies of one account on this instance. */
export const most = { arriving: 20, bytes: 64 * mebibytes }

/** Shorter bodies stay in memory. */
const longBody = 64 * 1024

/** Chunks that are held one by one: many small ones take far more memory than their bytes. */
const maxChunks = 64

interface Upload {
  body: IncomingMessage
  size: number
}

/** Unfinished bodies by account: those that are arriving, and long ones until their request is answered. */
export class Uploads {
  readonly #accounts = new Map<string, Set<Upload>>()

  /**
   * A body that has arrived together with the head of its request, as nearly all do. Null for any other, and while
   * the account has unfinished ones. It is parsed later, so that a waiting request holds bytes instead of objects.
   */
  take(body: IncomingMessage, limit: number, account = ''): RawBody | null {
    const { 'content-length': length, 'transfer-encoding': transfer } = body.headers
    const expected = length === undefined && transfer === undefined ? 0 : Number(length)
    const isHere = expected === body.readableLength && expected <= limit && !body.destroyed
    if (!isHere || this.#accounts.has(account)) return null
    // Without a number, only its first packet.
    return body.read(expected) ?? Buffer.of()
  }

  /**
   * Reads a body as it arrives. A long one goes to disk. If a body is refused, its connection stays open, so that the
   * client can read the reason.
   */
  async read(body: IncomingMessage, limit: number, account = ''): Promise<RawBody> {
    const length = Number(body.headers['content-length'] ?? Number.NaN)
    const own = this.#accounts.get(account) ?? new Set()
    const upload = { body, size: length || 0 }
    const end = () => {
      // Called again, it must not forget what the account has begun since.
      if (own.delete(upload) && own.size === 0) this.#accounts.delete(account)
    }
    let file: LongBody | undefined
    let chunks: Buffer[] = []
    let arrived = 0
    try {
      // The client disconnected while its account was looked up.
      if (body.destroyed) throw aborted()
      if (length > limit) throw fail('payload_too_large')
      if (account) {
        this.#accounts.set(account, own.add(upload))
        requireRoom(own)
      }
      for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        arrived += chunk.length
        if (arrived > limit) throw fail('payload_too_large')
        upload.size = Math.max(upload.size, arrived)
        if (Number.isNaN(length)) requireRoom(own)
        chunks.push(chunk)
        if (arrived > longBody) {
          file ??= await LongBody.create(end)
          for (const one of chunks) await file.append(one)
          chunks = []
        } else if (chunks.length > maxChunks) chunks = [Buffer.concat(chunks)]
      }
      // The connection was closed because the body was too slow, and the client was told that nothing was done.
      if (body.socket.writableEnded) throw aborted()
      if (!file) end()
      return file ?? Buffer.concat(chunks)
    } catch (error) {
      body.resume()
      end()
      void file?.close()
      throw error
    }
  }
}

/** Throws if an account has too many unfinished bodies. */
function requireRoom(own: ReadonlySet<Upload>): void {
  let [arriving, bytes] = [0, 0]
  for (const { body, size } of own) {
    // Set by the parser: a body may have arrived before anybody has read it to its end.
    if (!body.complete) arriving++
    bytes += size
  }
  if (arriving <= most.arriving && bytes <= most.bytes) return
  throw fail('rate_limited', {
    detail:
      'Your account has too many unfinished uploads. Try again in {retry_after} seconds, or finish one first.',
    retry_after: 5,
  })
}

const aborted = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

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

function unavailable(cause: unknown): never {
  throw new DiskUnavailable(cause)
}

/** A body on disk. Its file is already unlinked, so it disappears with this process. */
export class LongBody {
  readonly #file: FileHandle
  readonly #onClose: () => void
  #length = 0

  private constructor(file: FileHandle, onClose: () => void) {
    this.#file = file
    this.#onClose = onClose
  }

  static async create(onClose: () => void): Promise<LongBody> {
    return await openUnlinked().then((file) => new LongBody(file, onClose), unavailable)
  }

  get length(): number {
    return this.#length
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes).catch(unavailable)
    this.#length += bytes.length
  }

  async read(from = 0, to = this.#length): Promise<Buffer<ArrayBuffer>> {
    const bytes = Buffer.allocUnsafeSlow(to - from)
    for (let end = 0; end < bytes.length; ) {
      const { bytesRead } = await this.#file
        .read(bytes, end, bytes.length - end, from + end)
        .catch(unavailable)
      if (bytesRead === 0) throw new Error('a temporary file was truncated')
      end += bytesRead
    }
    return bytes
  }

  /** Idempotent. Whoever creates one has to close it: Node ends the process if its file is garbage-collected. */
  async close(): Promise<void> {
    this.#onClose()
    // The contents are no longer needed.
    await this.#file.close().catch(() => {})
  }
}

async function openUnlinked(): Promise<FileHandle> {
  const folder = tmpdir()
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reserve)
    throw new Error(`no space left on device: less than ${reserve} bytes in ${folder}`)
  const path = join(folder, `inboard-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}
