export interface Spread {
  low: number
  median: number
  high: number
}

/** The value below which this share of the sorted values lies, interpolated where necessary. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN]
  return below + (above - below) * (place % 1)
}

export const median = (values: number[]) => quantile(values.toSorted(byValue), 0.5)

/** The median and the quartiles, which a single outlier does not affect. */
export function spread(values: number[]): Spread {
  const sorted = values.toSorted(byValue)
  return { low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75) }
}

const byValue = (a: number, b: number) => a - b
