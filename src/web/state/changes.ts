import { batch, computed, signal } from '@preact/signals'
import type { Columns } from './columns.ts'

type Edit = (columns: Columns) => Columns

export interface Change {
  /** What it looks like before the server has answered. */
  apply: Edit
  /** Asks the server, and says what its answer makes of the columns. */
  send(): Promise<Edit>
}

const confirmed = signal<Columns>(new Map())
const pending = signal<readonly Change[]>([])

/**
 * What the server has said, and on top of it what is on its way. A change that fails only leaves the list: whatever
 * it did to the page is undone by that, and whatever came after it stays.
 */
export const columns = computed(() => pending.value.reduce((now, { apply }) => apply(now), confirmed.value))

export const isSaving = computed(() => pending.value.length > 0)

let answers = 0
let last: Promise<unknown> = Promise.resolve()

/** Shown at once, sent in its turn: the server sees changes in the order in which they were made. */
export function commit(change: Change): Promise<void> {
  pending.value = [...pending.value, change]
  const done = last.then(async () => {
    let settle: Edit = (now) => now
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

/** Once everything that was sent has an answer. */
export const settled = () => last

/** Takes in what was read. If a change was answered meanwhile, what was read may be older than that: read again. */
export async function read(ask: () => Promise<Edit>): Promise<void> {
  for (;;) {
    const before = answers
    const take = await ask()
    if (before !== answers) continue
    confirmed.value = take(confirmed.value)
    return
  }
}
