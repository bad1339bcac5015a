/** `3 dates, 1 archived card`: those that there are, from their names in the plural. */
export const inWords = (counts: Iterable<readonly [names: string, number: number]>): string =>
  Array.from(counts)
    .filter(([, number]) => number > 0)
    .map(([names, number]) => {
      const words = names.replaceAll('_', ' ')
      return `${number.toLocaleString('en')} ${number === 1 ? words.replace(/ies$/, 'ys').replace(/s$/, '') : words}`
    })
    .join(', ')
