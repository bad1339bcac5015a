/**
 * How well a threshold tells two sets of numbers apart: the area under the ROC curve. 0.5 is no better than
 * tossing a coin, 0 and 1 are perfect. It is the share of pairs, one of each set, in which the second is
 * larger; ties count half.
 */
export function auc(ones: readonly number[], others: readonly number[]): number {
  const all = [
    ...ones.map((value) => ({ value, isOther: 0 })),
    ...others.map((value) => ({ value, isOther: 1 })),
  ]
  all.sort((a, b) => a.value - b.value)
  let ranks = 0
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const middle = (start + 1 + end) / 2
    for (const { isOther } of all.slice(start, end)) ranks += isOther * middle
  }
  const count = others.length
  return (ranks - (count * (count + 1)) / 2) / (ones.length * count)
}

/** How much smaller the first numbers would have to be for the AUC to reach `area`: the least visible difference. */
export function leastToShow(ones: readonly number[], others: readonly number[], area: number): number {
  let [low, high] = [0, 1_000]
  while (high - low > 0.001) {
    const middle = (low + high) / 2
    const shifted = ones.map((value) => value - middle)
    if (auc(shifted, others) > area) high = middle
    else low = middle
  }
  return high
}
