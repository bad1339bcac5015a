import { batch, computed, signal } from '@preact/signals'
import { type Edit, emptyWorkspace } from './workspace.ts'

// Optimistic updates. What the page shows is the confirmed state, which is what the server has said, with the pending
// changes replayed on top. A change that fails only leaves the list of pending changes: that undoes whatever it did to
// the page, and keeps whatever was done after it.

export interface Change {
  /** What the page shows until the server has answered. */
  apply: Edit
  /** Sends the request. Returns what the answer does to the confirmed state. */
  send(): Promise<Edit>
  /**
   * Set by changes that create something. The new thing has a temporary id until the answer, so a read in the
   * meantime would show it a second time under the server's id: such reads wait for the answer.
   */
  readsWait?: true
}

const confirmed = signal(emptyWorkspace)
const pending = signal<readonly Change[]>([])

export const workspace = computed(() => pending.value.reduce((now, { apply }) => apply(now), confirmed.value))
export const columns = computed(() => workspace.value.columns)

export const isSaving = computed(() => pending.value.length > 0)

let answers = 0
let last: Promise<unknown> = Promise.resolve()

/** Shows a change at once and sends it in its turn: the server receives changes in the order they were made. */
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

/** Resolves when every change so far has been answered or has failed. */
export const settled = () => last

/** Takes in what is read. If a change is answered during the read, its result may be out of date: it reads again. */
export async function read(ask: () => Promise<Edit>): Promise<void> {
  for (;;) {
    const before = answers
    const take = await ask()
    if (before !== answers) continue
    if (pending.value.some(({ readsWait }) => readsWait)) {
      await last
      continue
    }
    confirmed.value = take(confirmed.value)
    return
  }
}
