import type { Kept } from './store.ts'

/** What a tab has in memory, and what was on the disk when the two were last the same. */
export interface Held extends Pick<Kept, 'account' | 'waiting' | 'refused'> {
  known: Known
}

export type Known = { readonly [Name in 'id' | 'waiting' | 'refused']: Readonly<Kept[Name]> }

interface Entry {
  n: number
  key: string
}

/** A three-way merge of memory (`mine`) into the disk (`there`). `before` is their last common state, if known. */
export function mergeInto(
  store: IDBObjectStore,
  mine: readonly Entry[],
  there: readonly Entry[],
  before: readonly Entry[] = [],
): void {
  const keysOf = (some: readonly Entry[]) => new Set(some.map(({ key }) => key))
  const [mineNow, known] = [keysOf(mine), keysOf(before)]
  const theirs = new Map(there.map((one) => [one.key, one]))
  const numbers = new Set(there.map(({ n }) => n))
  for (const one of mine) {
    const { n, ...unnumbered } = one
    const same = theirs.get(one.key)
    if (same) store.put({ ...one, n: same.n })
    // It was on the disk and is gone: another tab has settled it.
    else if (known.has(one.key)) continue
    // If its number is taken, IndexedDB assigns the next one.
    else if (numbers.has(n) && store.autoIncrement) store.put(unnumbered)
    else store.put(one)
  }
  for (const { n, key } of there)
    if (known.has(key) && !mineNow.has(key)) store.delete(store.autoIncrement ? n : key)
}
