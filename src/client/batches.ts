import { maxOperations } from '../contract/plain/limits.ts'

/** In bytes. A body may have 1 MiB, which includes more than the operations. */
const longest = 1_000_000

const encoder = new TextEncoder()

/** Returns a function that says whether the next operation still fits into the batch. The first one always does. */
export function createPacker(most: number = maxOperations): (operation: unknown) => boolean {
  let [count, bytes] = [0, 0]
  return (operation) => {
    const size = encoder.encode(JSON.stringify(operation)).length + 1
    if (count > 0 && (count >= most || bytes + size > longest)) return false
    count++
    bytes += size
    return true
  }
}

/** Splits operations into as few batches as possible, in order. */
export function inBatches<Operation>(operations: readonly Operation[]): Operation[][] {
  const batches: Operation[][] = []
  let fits = createPacker()
  for (const operation of operations) {
    const batch = batches.at(-1)
    if (batch && fits(operation)) batch.push(operation)
    else {
      batches.push([operation])
      fits = createPacker()
      fits(operation)
    }
  }
  return batches
}

/**
 * 128 random bits. Not a UUID, so the server chooses the id of what is created. (And `crypto.randomUUID` does
 * not exist on pages served over plain http.)
 */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
