import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { discard, draft, hasDraft, write } from '../drafts.ts'
import { draftOfEdit, editText } from '../state/cards.ts'
import { focusCard } from '../state/selection.ts'

/** The card that is being edited in place. */
export const editing = signal<string | undefined>()

export const startEditing = (id: string) => {
  editing.value = id
}

export function CardEditor({ id, text }: { id: string; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const name = draftOfEdit(id)
  const typed = hasDraft(name) ? draft(name).value : text

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const close = (keep: boolean) => {
    // Closing takes the focus away, which would close it again.
    if (editing.value !== id) return
    editing.value = undefined
    const now = field.current?.value ?? ''
    if (keep) editText(id, now)
    else discard(name)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
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
      maxLength={2000}
      aria-label="Card text"
      defaultValue={typed}
      onInput={({ currentTarget }) => write(name, currentTarget.value)}
      onKeyDown={press}
      onBlur={() => close(true)}
    />
  )
}
