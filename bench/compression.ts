import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { newId } from '../src/server/db/ids.ts'
import type { Encoding } from '../src/server/http/compression.ts'
import { median } from './statistics.ts'

export interface Compression {
  encoding: Encoding
  level: number
  bytes: number
  /** Milliseconds of CPU time. */
  cpu: number
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants

interface Compressor {
  encoding: Encoding
  levels: number[]
  compress(content: Buffer, level: number): Promise<Buffer>
}

const compressors: Compressor[] = [
  {
    encoding: 'zstd',
    levels: [1, 2, 3, 6, 9],
    compress: (content, level) =>
      promisify(zstdCompress)(content, {
        params: { [ZSTD_c_compressionLevel]: level },
        pledgedSrcSize: content.length,
      }),
  },
  {
    encoding: 'br',
    levels: [1, 2, 4, 5, 6, 11],
    compress: (content, level) =>
      promisify(brotliCompress)(content, { params: { [BROTLI_PARAM_QUALITY]: level } }),
  },
  {
    encoding: 'gzip',
    levels: [1, 4, 6, 9],
    compress: (content, level) => promisify(gzip)(content, { level }),
  },
]

/** Compresses a list of cards with each encoding, at each relevant level. */
export async function measureCompression(
  cards: number,
  rounds: number,
): Promise<{ whole: number; compressions: Compression[] }> {
  const content = listOf(cards)
  const compressions: Compression[] = []
  for (const { encoding, levels, compress } of compressors) {
    for (const level of levels) {
      const { length: bytes } = await compress(content, level)
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const before = process.cpuUsage()
        await compress(content, level)
        const { user, system } = process.cpuUsage(before)
        times.push((user + system) / 1000)
      }
      compressions.push({ encoding, level, bytes, cpu: median(times) })
    }
  }
  return { whole: content.length, compressions }
}

const words =
  `the a to for of and in with on from water plants prune apple tree call plumber about kitchen sink send invoice
  Monday meeting notes draft budget review pull request fix bug where login page fails book flights Lisbon ask Ada
  whether garden fence needs paint before winter buy milk bread coffee filters birthday present mother write proposal
  second version include figures last quarter check insurance covers broken window move files new server read chapter
  nine return library books dentist appointment Tuesday at half past three clean gutters ladder`.split(/\s+/)

/**
 * Texts of one to forty common words, because neither one text for all cards nor random letters compress as
 * texts do.
 */
function listOf(count: number): Buffer {
  let state = 1
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const owner_id = newId()
  const project_id = newId()
  const statuses = Array.from({ length: 3 }, newId)
  const inColumn = Math.ceil(count / statuses.length)
  const cards = Array.from({ length: count }, (_, index) => {
    const created = 1_780_000_000_000 + index * 3_600_000 + random(3_600_000)
    return {
      id: newId(),
      owner_id,
      project_id,
      status_id: statuses[Math.floor(index / inColumn)],
      text: Array.from({ length: 1 + random(40) }, () => words[random(words.length)]).join(' '),
      complete: random(3) === 0,
      position: index % inColumn,
      created_at: new Date(created).toISOString(),
      updated_at: new Date(created + random(900_000_000)).toISOString(),
    }
  })
  return Buffer.from(JSON.stringify({ cards }))
}
