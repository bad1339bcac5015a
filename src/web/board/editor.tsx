import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Card } from '../../contract/card.ts'
import { editText } from '../actions/edit-card.ts'
import { columns } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { cardDraft, discard, draft, hasDraft, write } from '../state/drafts.ts'
import { focusCard } from '../state/focus.ts'

/** The card that is being edited in place. */
export const editing = signal<string | undefined>()

export const startEditing = (id: string) => {
  editing.value = id
}

export function CardEditor({ card }: { card: Card }) {
  const { id, text } = card
  const field = useRef<HTMLTextAreaElement>(null)
  const name = cardDraft(id)
  const typed = hasDraft(name) ? draft(name).value : text

  useLayoutEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
    return () => {
      // If the card has moved, it is still being edited there. If it was deleted elsewhere, its text must be kept.
      if (editing.value !== id || find(columns.value, id)) return
      editing.value = undefined
      if (hasDraft(cardDraft(id))) editText(card, draft(cardDraft(id)).value)
    }
  }, [])

  const close = (keep: boolean) => {
    // Closing the editor blurs the field, which calls this again. So does leaving the page, which must not save.
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
