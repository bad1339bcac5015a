import { sha256 } from '@noble/hashes/sha2.js'

/** The id of the card that follows a repeating one, so that two devices that complete it add the same card. */
export function nextCardId(id: string): string {
  const bytes = sha256(new TextEncoder().encode(`inboard:next:${id}`)).slice(0, 16)
  const hex = Array.from(bytes, (byte, index) => stamped(byte, index).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** With version 8 and the variant of RFC 9562. */
function stamped(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x80
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
