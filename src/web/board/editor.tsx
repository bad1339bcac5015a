import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Card } from '../../contract/card.ts'
import { longestText } from '../../contract/limits.ts'
import { editText } from '../actions/edit-card.ts'
import { columns } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { beforeDraft, cardDraft, discard, draft, hasDraft, write } from '../state/drafts.ts'
import { focusCard } from '../state/focus.ts'
import { isMisfit } from '../state/misfits.ts'

/** The card that is being edited in place. */
export const editing = signal<string | undefined>()

export const startEditing = (id: string) => {
  editing.value = id
}

/** Saves the text. It stays a draft until it is on the disk. */
async function save(card: Card, text: string, before: string): Promise<void> {
  const name = cardDraft(card.id)
  write(name, text, before)
  if (isMisfit([text.trim()], longestText)) return
  await editText(card, text, before)
  // It may have been opened again, and hold newer text by now.
  if (draft(name) === text && editing.value !== card.id) discard(name)
}

export function CardEditor({ card }: { card: Card }) {
  const { id, text } = card
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const name = cardDraft(id)
  const opened = useRef({
    text: hasDraft(name) ? draft(name) : text,
    before: (hasDraft(name) && beforeDraft(name)) || text,
  })
  const { before } = opened.current

  useLayoutEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
    return () => {
      // If the card has moved, it is still being edited there. If it was deleted elsewhere, its text must be kept.
      if (editing.value !== id || find(columns.value, id)) return
      editing.value = undefined
      if (hasDraft(name)) save(card, draft(name), before)
    }
  }, [])

  const close = (outcome: 'save' | 'discard', base = before) => {
    // Closing the editor blurs the field, which calls this again. So does leaving the page, which must not save.
    if (editing.value !== id || !field.current) return
    editing.value = undefined
    if (outcome === 'save') save(card, field.current.value, base)
    else discard(name)
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const isDone = event.key === 'Enter' && !event.shiftKey
    if (!isDone && event.key !== 'Escape') return
    event.preventDefault()
    close(isDone ? 'save' : 'discard')
    focusCard(id)
  }
  return (
    <div
      class="editor"
      ref={box}
      onFocusOut={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget as Node | null)) close('save')
      }}
    >
      <textarea
        ref={field}
        class="text"
        rows={1}
        aria-label="Card text"
        dir="auto"
        defaultValue={opened.current.text}
        onInput={({ currentTarget }) => write(name, currentTarget.value, before)}
        onKeyDown={press}
      />
      {before !== text && (
        <div class="newer" role="status">
          <p>Meanwhile this card was changed elsewhere. It says now:</p>
          <blockquote dir="auto">{text}</blockquote>
          <div class="choices">
            <button type="button" onClick={() => close('save', text)}>
              Keep mine
            </button>
            <button type="button" onClick={() => close('discard')}>
              Keep theirs
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
