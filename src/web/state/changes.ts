import { batch, computed, signal } from '@preact/signals'
import type { Columns } from './columns.ts'

type Edit = (columns: Columns) => Columns
const unchanged: Edit = (columns) => columns

export interface Change {
  /** What it looks like before the server has answered. */
  apply: Edit
  /** Asks the server, and says what its answer makes of the columns. */
  send(): Promise<Edit>
  /** What is read before its answer may or may not contain it, and cannot be told from it: reading waits. */
  readingWaits?: true
}

const confirmed = signal<Columns>(new Map())
const pending = signal<readonly Change[]>([])

/**
 * What the server has said, and on top of it what is on its way. A change that fails only leaves the list: whatever
 * it did to the page is undone by that, and whatever came after it stays.
 */
export const columns = computed(() => pending.value.reduce((now, { apply }) => apply(now), confirmed.value))

// What is on its way would be lost with the page.
addEventListener('beforeunload', (event) => {
  if (pending.value.length > 0) event.preventDefault()
})

let answers = 0
let last: Promise<unknown> = Promise.resolve()

/** Shown at once, sent in its turn: the server sees changes in the order in which they were made. */
export function commit(change: Change): Promise<void> {
  pending.value = [...pending.value, change]
  const done = last.then(async () => {
    let settle = unchanged
    try {
      settle = await change.send()
    } finally {
      answers++
      batch(() => {
        confirmed.value = settle(confirmed.value)
        pending.value = pending.value.filter((one) => one !== change)
      })
    }
  })
  last = done.catch(() => {})
  return done
}

/** What changes something else than cards, in its turn among those that do. */
export const commitOther = (send: () => Promise<void>) =>
  commit({
    apply: unchanged,
    send: async () => {
      await send()
      return unchanged
    },
    readingWaits: true,
  })

/** Takes in what was read. If a change was answered meanwhile, what was read may be older than that: read again. */
export async function read(ask: () => Promise<Edit>): Promise<void> {
  for (;;) {
    const before = answers
    const take = await ask()
    if (before !== answers) continue
    if (pending.value.some(({ readingWaits }) => readingWaits)) {
      await last
      continue
    }
    confirmed.value = take(confirmed.value)
    return
  }
}
