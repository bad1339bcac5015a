import { signal } from '@preact/signals'
import { cursor, elementOf, focusCard, isTyping } from '../state/focus.ts'
import { notify } from '../state/notices.ts'

interface Done {
  what: string
  /** The cards it was done to. */
  ids: readonly string[]
  undo: () => Promise<unknown>
  /** If the person has just seen it happen under their hands. */
  brief?: boolean
}

const depth = 100
const done = signal<readonly Done[]>([])

/** Remembers how to undo what was just done, and offers it. Returns another way to do so. */
export function offerUndo(entry: Done): () => Promise<void> {
  done.value = [...done.value, entry].slice(-depth)
  const run = () => undo(entry)
  notify({ text: `${entry.what}.`, brief: entry.brief === true, action: { label: 'Undo', run } })
  return run
}

async function undo(entry: Done): Promise<void> {
  if (!done.value.includes(entry)) return
  done.value = done.value.filter((one) => one !== entry)
  await entry.undo()
  notify({ text: `Undone: ${entry.what.charAt(0).toLowerCase()}${entry.what.slice(1)}.` })
  // After the next drawing. If the cards are on another page, the focus stays where it is.
  requestAnimationFrame(() => {
    // Whoever has begun to type meanwhile keeps the focus.
    if (!isTyping(document.activeElement)) focusCard(entry.ids.find(elementOf) ?? cursor.value)
  })
}

export async function undoLast(): Promise<void> {
  const last = done.value.at(-1)
  if (last) await undo(last)
  else notify({ text: 'There is nothing to undo.' })
}
