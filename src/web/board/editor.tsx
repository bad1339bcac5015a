import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Card } from '../../contract/card.ts'
import { longestText } from '../../contract/limits.ts'
import { editText } from '../actions/edit-card.ts'
import { offerUndo } from '../actions/undo.ts'
import { backCloses } from '../back.ts'
import { isComposing } from '../composing.ts'
import { fitHeight } from '../fit-height.ts'
import { columns } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { beforeDraft, cardDraft, discard, draft, hasDraft, write } from '../state/drafts.ts'
import { focusCard, leaveFocus } from '../state/focus.ts'
import { isMisfit } from '../state/misfits.ts'
import { called } from '../state/wording.ts'
import { hasKeyboard } from '../touch.ts'

/** The card that is being edited in place. */
export const editing = signal<string | undefined>()

export const startEditing = (id: string) => {
  editing.value = id
}

// On a phone, Back is how things are closed. It saves, as a tap beside the card does.
backCloses(
  () => editing.value !== undefined && !hasKeyboard.value,
  () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.closest('.editor')) activeElement.blur()
    editing.value = undefined
  },
)

/** Cards whose text is on its way to the disk. */
const saving = signal<ReadonlySet<string>>(new Set())

/** What was typed into a card and neither saved nor discarded, because its page went. */
export const unsavedIn = (id: string): string =>
  editing.value === id || saving.value.has(id) ? '' : draft(cardDraft(id)).trim()

export const discardUnsaved = (id: string) => discard(cardDraft(id))

/** Saves the text. It stays a draft until it is on the disk. */
async function save(card: Card, text: string, before: string): Promise<void> {
  const { id } = card
  const name = cardDraft(id)
  write(name, text, before)
  saving.value = new Set([...saving.value, id])
  try {
    await editText(card, text, before)
    // It may have been opened again, and hold newer text by now.
    if (draft(name) === text && editing.value !== id) discard(name)
  } finally {
    saving.value = new Set([...saving.value].filter((one) => one !== id))
  }
}

/**
 * Whether a key ends the editing. The keyboard of a phone has no Shift+Enter for a new line, so Enter makes one there, and
 * a button saves.
 */
const isDoneKey = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey || (hasKeyboard.value && !shiftKey))

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
    fitHeight(current)
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
    const typed = field.current.value
    // It stays open, where it can be made to fit.
    if (outcome === 'save' && isMisfit([typed.trim()], longestText)) return
    editing.value = undefined
    if (outcome === 'save') save(card, typed, base)
    else giveUp(typed)
  }
  const giveUp = (typed: string) => {
    discard(name)
    if (typed.trim() === before) return
    offerUndo({
      ids: [id],
      what: `Discarded what you typed into ${called([card])}`,
      undo: async () => {
        write(name, typed, before)
        startEditing(id)
      },
    })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isDone = isDoneKey(event)
    if (!isDone && event.key !== 'Escape') return
    event.preventDefault()
    closeByHand(isDone ? 'save' : 'discard')
  }
  const closeByHand = (outcome: 'save' | 'discard') => {
    close(outcome)
    if (editing.value !== id) focusCard(id)
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
        enterkeyhint="enter"
        defaultValue={opened.current.text}
        onInput={({ currentTarget }) => {
          fitHeight(currentTarget)
          write(name, currentTarget.value, before)
        }}
        onKeyDown={press}
      />
      {!hasKeyboard.value && (
        <div class="choices">
          <button type="button" class="primary" onMouseDown={leaveFocus} onClick={() => closeByHand('save')}>
            Save
          </button>
          <button type="button" onMouseDown={leaveFocus} onClick={() => closeByHand('discard')}>
            Cancel
          </button>
        </div>
      )}
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
