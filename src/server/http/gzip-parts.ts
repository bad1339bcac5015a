import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { levels, threshold } from './compression.ts'

/**
 * Part of an endless answer, for any number of clients. It is compressed at most once, and on its own: it refers to nothing before it. So
 * no stream keeps a compressor, which would take 260 kB each.
 */
export class Part {
  readonly plain: Buffer
  #deflated: Promise<Buffer> | undefined

  constructor(...plain: (string | Uint8Array)[]) {
    this.plain = Buffer.concat(plain.map((one) => (typeof one === 'string' ? Buffer.from(one) : one)))
  }

  /** Whole deflate blocks (RFC 1951), byte-aligned, so that a client can decode them on arrival. */
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

/** Blocks that are not compressed. */
function stored(plain: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let start = 0; start < plain.length; start += 0xffff) {
    const content = plain.subarray(start, start + 0xffff)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(content.length, 1)
    head.writeUInt16LE(0xffff - content.length, 3)
    blocks.push(head, content)
  }
  return Buffer.concat(blocks)
}

/** The gzip header and trailer (RFC 1952) of one stream, and its only state. */
export class GzipFrame {
  #checksum = 0
  #length = 0

  /** Without a time stamp; the system is unknown. */
  static readonly head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

  /** To be called with each part, in the order in which they are sent. */
  add(plain: Buffer): void {
    this.#checksum = crc32(plain, this.#checksum)
    this.#length += plain.length
  }

  end(): Buffer {
    const end = Buffer.alloc(10)
    // An empty block that is the last one.
    end.writeUInt16LE(3)
    end.writeUInt32LE(this.#checksum, 2)
    end.writeUInt32LE(this.#length % 2 ** 32, 6)
    return end
  }
}
