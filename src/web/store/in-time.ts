/** In milliseconds. */
const patience = 20_000

/** A timeout for IndexedDB, which may never answer. A late result is disposed of. */
export async function inTime<T>(
  work: Promise<T>,
  {
    within = patience,
    dispose = () => {},
  }: { within?: number | undefined; dispose?: (late: T) => unknown } = {},
): Promise<T> {
  let isLate = false
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isLate = true
    reject(new Error('The database of this browser does not answer.'))
  }, within)
  work.then((made) => isLate && dispose(made)).catch(() => {})
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
