import { randomUUIDv7 } from 'node:crypto'

let lastTime = ''
let counter = 0

/**
 * UUIDv7: new rows are adjacent in every index, and sort by time of creation. The twelve bits after the time
 * are a counter (RFC 9562 §6.2, method 1), so that the order also holds within a millisecond.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const time = id.slice(0, 13)
  counter = time === lastTime ? Math.min(counter + 1, 0xfff) : 0
  lastTime = time
  return `${time}-7${counter.toString(16).padStart(3, '0')}${id.slice(18)}`
}

/**
 * Ids in ascending order for many items that are created together. All are derived from one new id, which is
 * enough to find them again. Their counter is longer: 24 bits.
 */
export function nthId(first: string, n: number): string {
  const digits = n.toString(16).padStart(6, '0')
  return `${first.slice(0, 14)}7${digits.slice(0, 3)}-${first.charAt(19)}${digits.slice(3)}${first.slice(23)}`
}
