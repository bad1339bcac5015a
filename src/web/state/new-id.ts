/** A random UUID. `crypto.randomUUID` is missing on pages that came over plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ]
  return parts.join('-')
}
