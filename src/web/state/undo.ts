import { signal } from '@preact/signals'
import { complain, notify } from '../notices.tsx'
import { cursor, elementOf, focusCard } from './selection.ts'

interface Done {
  what: string
  /** The cards it was about. */
  ids: readonly string[]
  /** Takes it back. */
  undo: () => Promise<unknown>
}

const depth = 100
const done = signal<readonly Done[]>([])

/** Remembers how to take back what was just done, and offers it. */
export function offerUndo(entry: Done): () => void {
  done.value = [...done.value, entry].slice(-depth)
  notify({ text: `${entry.what}.`, action: { label: 'Undo', run: () => takeBack(entry) } })
  return () => forget(entry)
}

const forget = (entry: Done) => {
  done.value = done.value.filter((one) => one !== entry)
}

async function takeBack(entry: Done): Promise<void> {
  if (!done.value.includes(entry)) return
  forget(entry)
  notify({ text: `Undone: ${entry.what.charAt(0).toLowerCase()}${entry.what.slice(1)}.` })
  const undone = entry.undo()
  // The cards may be on another page.
  requestAnimationFrame(() => focusCard(entry.ids.find(elementOf) ?? cursor.value))
  try {
    await undone
  } catch (error) {
    complain(error, 'That could not be undone.')
  }
}

export async function undoLast(): Promise<void> {
  const last = done.value.at(-1)
  if (last) await takeBack(last)
  else notify({ text: 'There is nothing to undo.' })
}
