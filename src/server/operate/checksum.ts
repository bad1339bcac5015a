import { createHash, type Hash } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { CommandError } from '../common/command-error.ts'

// SQLite notices a page that makes no sense, but not a changed letter in a card. So a backup ends with a line
// of text that has its checksum. SQLite ignores what follows its last page: the file is still a database that
// any tool opens. To check one by hand: head -c -128 FILE | sha256sum; tail -n 1 FILE

const length = 128
const start = '\nEnd of an Inboard backup. SHA-256 of all bytes before this:'
const lineOf = (digest: string) => `${start.padEnd(length - 65)}${digest}\n`
const line = new RegExp(`^${lineOf('([0-9a-f]{64})')}$`)

export function addChecksum(file: string): void {
  appendFileSync(file, lineOf(digestOf(file, statSync(file).size)), { flush: true })
}

/** True if the file is a backup as it was made, which nobody has written to. */
export const isBackup = (file: string) => existsSync(file) && line.test(readEnd(file, statSync(file).size))

/** False if the file has no checksum. Throws if it is not as it was when the checksum was added. */
export function hasChecksum(file: string): boolean {
  const { size } = statSync(file)
  const [, digest] = line.exec(readEnd(file, size)) ?? []
  if (!digest) {
    // Every page size is a multiple of this, so the line was there once.
    if (size % 512 === 0) return false
  } else if (digest === digestOf(file, size - length)) return true
  throw new CommandError(
    'The backup is damaged: it was changed since it was made, and its checksum is wrong. Use another backup.',
  )
}

const readEnd = (file: string, size: number): string => {
  const end: Buffer[] = []
  readParts(file, Math.max(size - length, 0), size, (part) => end.push(Buffer.from(part)))
  return Buffer.concat(end).toString('latin1')
}

function digestOf(file: string, size: number): string {
  const hash: Hash = createHash('sha256')
  readParts(file, 0, size, (part) => hash.update(part))
  return hash.digest('hex')
}

function readParts(file: string, from: number, to: number, take: (part: Uint8Array) => void): void {
  const buffer = Buffer.alloc(2 ** 20)
  const handle = openSync(file, 'r')
  try {
    for (let position = from; position < to; ) {
      const read = readSync(handle, buffer, 0, Math.min(buffer.length, to - position), position)
      if (read === 0) return
      take(buffer.subarray(0, read))
      position += read
    }
  } finally {
    closeSync(handle)
  }
}
