const deepest = 16

/**
 * True if the bytes are exactly one CBOR item (RFC 8949 §3) with definite lengths. The library's reader
 * accepts truncated strings and ignores trailing bytes.
 */
export function isOneItem(bytes: Uint8Array): boolean {
  try {
    return endOfItem(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0, deepest) === bytes.length
  } catch {
    return false
  }
}

/** Throws a RangeError if the bytes run out, as reading beyond the end of a Buffer does. */
function endOfItem(bytes: Buffer, start: number, depth: number): number {
  const head = bytes.readUInt8(start)
  const [kind, info] = [head >> 5, head & 31]
  if (info > 27 || depth === 0) throw new RangeError('not a definite length, or too deep')
  const size = info < 24 ? 0 : 2 ** (info - 24)
  const argument =
    size === 0
      ? info
      : size === 8
        ? Number(bytes.readBigUInt64BE(start + 1))
        : bytes.readUIntBE(start + 1, size)
  let end = start + 1 + size
  // Byte and text strings, then arrays, maps and tags, which contain further items. Everything else is in the head.
  if (kind === 2 || kind === 3) end += argument
  const items = kind === 4 ? argument : kind === 5 ? 2 * argument : kind === 6 ? 1 : 0
  for (let item = 0; item < items; item++) end = endOfItem(bytes, end, depth - 1)
  if (end > bytes.length) throw new RangeError('ends too early')
  return end
}
