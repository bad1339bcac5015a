import { isUtf8 } from 'node:buffer'
import { fail, invalid } from '../common/problems.ts'

/** A file as it was sent. */
export interface SentFile {
  /** The Content-Type, with its parameters. */
  type: string
  bytes: Uint8Array
}

const newline = 10

/** Decodes UTF-8, unless the type or a byte order mark indicates another encoding. */
export function decode({ type, bytes }: SentFile): string {
  const charset = markOf(bytes) ?? /;\s*charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw fail('unsupported_media_type', { detail: unknownCharset(charset) })
    throw invalid(`line ${firstBadLine(bytes)}`, `is not in ${charset}: save the file in UTF-8`)
  }
}

const unknownCharset = (charset: string) =>
  `The encoding "${charset}" is not supported. Send the file in UTF-8.`

/** Some Windows programs write UTF-16, with a byte order mark. */
function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let from = 0; from < bytes.length; ) {
    // Many lines at a time, because a file may have millions.
    const end = bytes.indexOf(newline, from + 4096) + 1 || bytes.length
    const some = bytes.subarray(from, end)
    if (!isUtf8(some)) return line + linesBeforeBad(some)
    line += countLines(some)
    from = end
  }
  return line
}

function linesBeforeBad(bytes: Uint8Array): number {
  let lines = 0
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(newline, from) + 1
    if (end === 0 || !isUtf8(bytes.subarray(from, end))) return lines
    from = end
  }
}

const countLines = (bytes: Uint8Array) => bytes.reduce((lines, byte) => lines + Number(byte === newline), 0)
