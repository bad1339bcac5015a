/**
 * True if the bytes are two positive integers in canonical DER (X.690 §8.3, §10.1), as WebAuthn §6.5.5
 * requires of an ECDSA signature. The library's reader also accepts longer encodings of the same numbers.
 */
export function isDerSignature(bytes: Uint8Array): boolean {
  const [tag, length] = bytes
  const end = endOfInteger(bytes, endOfInteger(bytes, 2))
  return tag === 0x30 && length === bytes.length - 2 && end === bytes.length
}

/** NaN if there is no positive integer in its shortest form. */
function endOfInteger(bytes: Uint8Array, start: number): number {
  const [tag, length = 0, first = 0, second = 0] = bytes.subarray(start, start + 4)
  const isPositive = first < 0x80
  // A leading zero is allowed only to keep the number positive.
  const isShortest = first > 0 || (length > 1 && second >= 0x80)
  return tag === 2 && length > 0 && isPositive && isShortest ? start + 2 + length : Number.NaN
}
