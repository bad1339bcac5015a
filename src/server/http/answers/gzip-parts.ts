import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { levels, threshold } from './compression.ts'

/**
 * A part of an endless response, for any number of clients. It is compressed at most once, independently of
 * the parts before it. So no stream needs its own compressor, which would take 260 kB each.
 */
export class Part {
  readonly plain: Buffer
  #deflated: Promise<Buffer> | undefined

  constructor(...plain: (string | Uint8Array)[]) {
    this.plain = Buffer.concat(plain.map((one) => (typeof one === 'string' ? Buffer.from(one) : one)))
  }

  /**
   * Whole deflate blocks (RFC 1951). The last is empty and stored, as a flush leaves it: some decoders, such as
   * Go's, deliver nothing until they have read one.
   */
  get deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.plain)
    return this.#deflated
  }
}

async function deflate(plain: Buffer): Promise<Buffer> {
  if (plain.length <= threshold) return stored(plain)
  const flush = { level: levels.gzip, finishFlush: constants.Z_SYNC_FLUSH }
  return await promisify(deflateRaw)(plain, flush).catch(() => stored(plain))
}

const syncMarker = Buffer.from([0, 0, 0, 0xff, 0xff])

/** Uncompressed blocks. */
function stored(plain: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let start = 0; start < plain.length; start += 0xffff) {
    const content = plain.subarray(start, start + 0xffff)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(content.length, 1)
    head.writeUInt16LE(0xffff - content.length, 3)
    blocks.push(head, content)
  }
  return Buffer.concat([...blocks, syncMarker])
}

/** The gzip header and trailer (RFC 1952) of one stream, and its only state. */
export class GzipFrame {
  #checksum = 0
  #length = 0

  /** Without a timestamp, system unknown. */
  static readonly head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

  /** Call it with each part, in the order in which they are sent. */
  add(plain: Buffer): void {
    this.#checksum = crc32(plain, this.#checksum)
    this.#length += plain.length
  }

  end(): Buffer {
    const end = Buffer.alloc(10)
    // An empty final block.
    end.writeUInt16LE(3)
    end.writeUInt32LE(this.#checksum, 2)
    end.writeUInt32LE(this.#length % 2 ** 32, 6)
    return end
  }
}
