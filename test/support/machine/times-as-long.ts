type Work = () => unknown

const rounds = 50

/**
 * How many times as long one thing takes as another. A busy machine slows down sometimes one, sometimes the
 * other, so the fastest run of each counts, and both are repeated until the ratio is below `wanted`, or for
 * long enough.
 */
export async function timesAsLong(one: Work, other: Work, wanted: number): Promise<number> {
  let [slow, quick] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds && !(slow / quick < wanted); round++) {
    slow = Math.min(slow, await timeOf(one))
    quick = Math.min(quick, await timeOf(other))
  }
  return slow / quick
}

async function timeOf(work: Work): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
