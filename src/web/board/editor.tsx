import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Card } from '../../contract/card.ts'
import { discard, draft, hasDraft, write } from '../drafts.ts'
import { columns } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { editText } from '../state/edit-text.ts'
import { draftOfEdit } from '../state/requests.ts'
import { focusCard } from '../state/selection.ts'

/** The card that is being edited in place. */
export const editing = signal<string | undefined>()

export const startEditing = (id: string) => {
  editing.value = id
}

export function CardEditor({ card }: { card: Card }) {
  const { id, text } = card
  const field = useRef<HTMLTextAreaElement>(null)
  const name = draftOfEdit(id)
  const typed = hasDraft(name) ? draft(name).value : text

  useLayoutEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
    return () => {
      // Moved, it is edited on where it is now. Deleted elsewhere, its text must not go with it.
      if (editing.value !== id || find(columns.value, id)) return
      editing.value = undefined
      if (hasDraft(draftOfEdit(id))) editText(card, draft(draftOfEdit(id)).value)
    }
  }, [])

  const close = (keep: boolean) => {
    // Closing takes the focus away, which would close it again. So does leaving the page, which nobody may have asked for.
    if (editing.value !== id || !field.current) return
    editing.value = undefined
    if (keep) editText(card, field.current.value)
    else discard(name)
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const isDone = event.key === 'Enter' && !event.shiftKey
    if (!isDone && event.key !== 'Escape') return
    event.preventDefault()
    close(isDone)
    focusCard(id)
  }
  return (
    <textarea
      ref={field}
      class="text"
      rows={1}
      aria-label="Card text"
      defaultValue={typed}
      onInput={({ currentTarget }) => write(name, currentTarget.value)}
      onKeyDown={press}
      onBlur={() => close(true)}
    />
  )
}
