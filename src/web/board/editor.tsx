import { batch, signal, useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { find, keyOf } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { longestText } from '../../contract/plain/limits.ts'
import { addCards } from '../actions/cards.ts'
import { editText } from '../actions/edit-card.ts'
import { offerUndo } from '../actions/undo.ts'
import { useTypedDate } from '../dates/typed-date.tsx'
import { isComposing } from '../device/keys.ts'
import { hasKeyboard } from '../device/touch.ts'
import { columns } from '../model/changes.ts'
import { newId } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { backCloses } from '../navigation/route.ts'
import { atRest, showElement } from '../navigation/scrolling.ts'
import { Button } from '../parts/icons.tsx'
import { Counter, fitHeight } from '../parts/long-text.tsx'
import * as drafts from '../state/drafts.ts'
import { cursor, elementOf, focusCard, focusPage, isTyping, leaveFocus } from '../state/focus.ts'
import {
  editing,
  editStray,
  isDeleted,
  isStray,
  type LastSeen,
  nearest,
  rowOf,
  stray,
  whereIs,
} from '../state/page-cards.ts'
import { fullNameOf, noteOpened } from '../state/projects.ts'
import { behindDrawn, drawnIn, reveal } from '../state/visible.ts'
import { afterCommits } from '../sync/commit.ts'
import { CompletedWhen } from './completed.tsx'
import { isBrought } from './lines.ts'

export const startEditing = (id: string) => {
  reveal([id])
  noteOpened(id)
  editing.value = id
}

// Back closes the editor on a phone, and saves like a tap beside the card.
backCloses(
  () => editing.value !== undefined && !hasKeyboard.value,
  () => {
    if (document.activeElement?.closest('.editor')) focusPage()
    editing.value = undefined
  },
)

/** Cards whose text is being written to the disk. */
const saving = signal<ReadonlySet<string>>(new Set())

export const isSaving = (id: string) => saving.value.has(id)

/** Text that was neither saved nor discarded, because the page was closed. */
export const unsavedIn = (id: string): string =>
  editing.value === id || isSaving(id) ? '' : drafts.draft(drafts.cardDraft(id)).trim()

export const discardUnsaved = (id: string) => drafts.discard(drafts.cardDraft(id))

/** Saves the text. The draft is kept until the text is on the disk. */
async function save(card: Card, text: string, before: string, entered: string | undefined): Promise<void> {
  const { id } = card
  const name = drafts.cardDraft(id)
  drafts.write(name, text, { before })
  saving.value = new Set([...saving.value, id])
  try {
    await editText(card, text, before, entered)
    // The card may be open again, with newer text.
    if (drafts.draft(name) === text && editing.value !== id) drafts.discard(name)
  } finally {
    saving.value = new Set([...saving.value].filter((one) => one !== id))
  }
}

/** Adds the text of a card that was deleted elsewhere as a new card in its place. Returns its id. */
function keepAsNew(seen: LastSeen, entered: string | undefined): string {
  const { card, column } = seen
  const { cards } = drawnIn(column).value
  const before = cards[rowOf(seen, cards)]?.id ?? behindDrawn(column, [])
  const name = drafts.cardDraft(card.id)
  const text = drafts.draft(name).trim()
  const id = newId()
  const words = entered === undefined ? undefined : text
  const options = { ids: [id], before, complete: card.complete, words }
  drafts.handOver(name, () => addCards(column, [entered ?? text], options), id)
  return id
}

/** The field of the open editor. A card that is moved elsewhere gets another one. */
let lastField: { id: string; field: HTMLTextAreaElement } | undefined

/** Whether a key saves. Phone keyboards have no Shift+Enter, so there Enter adds a line and a button saves. */
const isDoneKey = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey || (hasKeyboard.value && !shiftKey))

export function CardEditor({ card }: { card: Card }) {
  const { id, text } = card
  const field = useRef<HTMLTextAreaElement>(null)
  const name = drafts.cardDraft(id)
  const opened = useRef({
    text: drafts.hasDraft(name) ? drafts.draft(name) : text,
    before: (drafts.hasDraft(name) && drafts.beforeDraft(name)) || text,
  })
  const { before } = opened.current
  const isGone = useComputed(() => isDeleted(id)).value
  const isElsewhere = useComputed(() => isStray(id)).value
  const typedText = useSignal(opened.current.text)
  const typedDate = useTypedDate(field, typedText.value.trim(), { before })
  const { entered } = typedDate

  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    const earlier = lastField?.id === id ? lastField.field : undefined
    lastField = { id, field: current }
    fitHeight(current)
    const { length } = current.value
    const { selectionStart = length, selectionEnd = length, selectionDirection = 'none' } = earlier ?? {}
    // The browser scrolls to it.
    atRest(current, () => current.focus())
    current.setSelectionRange(selectionStart, selectionEnd, selectionDirection)
    // A moved card is still being edited in its new place.
    return () => {
      if (editing.value !== id && lastField?.field === current) lastField = undefined
    }
  }, [])

  /** Returns the id of the card that has the focus now, unless it stays in the editor. */
  const close = (outcome: 'save' | 'discard' | 'leave', base = before): string | undefined => {
    // Closing the editor blurs the field, which calls this again. So does leaving the page, which must not save.
    if (editing.value !== id || !field.current) return undefined
    const typed = field.current.value
    // Stays open, so that the text can be corrected.
    if (outcome !== 'discard' && drafts.isMisfit([entered ?? typed.trim()], longestText, { name }))
      return undefined
    const gone = isDeleted(id) ? stray.value : undefined
    const next = whereIs(id) ? id : nearest()
    // An empty or unchanged field adds no card.
    const isNothing = typed.trim() === '' || (outcome === 'leave' && typed.trim() === before)
    // In one batch, or the draft of a deleted card would be rescued once it is no longer edited.
    return batch(() => {
      editing.value = undefined
      if (outcome === 'discard' || (gone && isNothing)) giveUp(typed, gone)
      else if (gone) {
        drafts.write(name, typed, { before })
        return keepAsNew(gone, entered)
      } else save(card, typed, base, entered)
      return next
    })
  }
  const giveUp = (typed: string, gone: LastSeen | undefined) => {
    drafts.discard(name)
    if (typed.trim() === before || (gone && typed.trim() === '')) return
    offerUndo({
      ids: [id],
      isTold: true,
      // The text can come back even if the card can't.
      items: [],
      what: `Discarded your changes to ${called([card])}`,
      undone: 'Your text is back',
      undo: async () => {
        drafts.write(name, typed, { before })
        if (gone && !find(columns.value, id)) editStray(gone)
        else startEditing(id)
      },
      redo: async () => {
        drafts.discard(name)
        if (editing.value === id) editing.value = undefined
      },
    })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isDone = event.target === field.current && isDoneKey(event)
    if (!isDone && event.key !== 'Escape') return
    event.preventDefault()
    // The first Escape is for the hint.
    if (isDone || !typedDate.keepWords()) closeByHand(isDone ? 'save' : 'discard')
  }
  const closeByHand = (outcome: 'save' | 'discard', base = before) => {
    const next = close(outcome, base)
    if (editing.value === id) return
    if (next === undefined || elementOf(next)) {
      focusCard(next)
      return
    }
    // Keys pressed before the new card appears act on it.
    cursor.value = next
    focusPage()
    afterCommits(() => {
      if (cursor.value === next && !isTyping(document.activeElement)) focusCard(next)
    })
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    // The focus stays in this editor, or moved with the card to its editor in another column.
    if (relatedTarget instanceof Element && relatedTarget.closest('.editor')) return
    if (relatedTarget) {
      close('leave')
      return
    }
    queueMicrotask(() => {
      // The focus stays if the person went to another window.
      if (!document.activeElement?.closest('.editor')) close('leave')
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its field and buttons
    <div class="editor" onFocusOut={leave} onKeyDown={press}>
      <textarea
        ref={field}
        class="text"
        rows={1}
        aria-label="Card text"
        dir="auto"
        enterkeyhint="enter"
        defaultValue={opened.current.text}
        onInput={({ currentTarget, inputType }) => {
          fitHeight(currentTarget)
          typedText.value = currentTarget.value
          drafts.write(name, currentTarget.value, { before })
          if (isBrought(inputType)) typedDate.keepWords(currentTarget.value.trim())
        }}
      />
      {typedDate.hint}
      <Counter texts={() => [entered ?? typedText.value.trim()]} />
      {!hasKeyboard.value && !isGone && (
        <div class="bar choices">
          <Button class="primary" onMouseDown={leaveFocus} onClick={() => closeByHand('save')}>
            Save
          </Button>
          <Button onMouseDown={leaveFocus} onClick={() => closeByHand('discard')}>
            Cancel
          </Button>
        </div>
      )}
      {isGone && (
        <Note says="This card was deleted on another device.">
          <Button onClick={() => closeByHand('save')}>Keep it as a new card</Button>
          <Button onClick={() => closeByHand('discard')}>Discard</Button>
        </Note>
      )}
      {/* It may have left the page of today without being moved: it was completed, or has another date. */}
      {isElsewhere && !isGone && (
        <Note
          says={`This card was ${stray.value && keyOf(stray.value.column) === keyOf(card) ? 'changed' : `moved to ${fullNameOf(card)}`} on another device.`}
        />
      )}
      {!isElsewhere && <CompletedWhen card={card} />}
      {before !== text && !isGone && (
        <Note says="Meanwhile this card was changed elsewhere. The other text:" text={text}>
          <Button onClick={() => closeByHand('save', text)}>Keep this one</Button>
          <Button onClick={() => closeByHand('discard')}>Keep the other</Button>
        </Note>
      )}
    </div>
  )
}

/** Says what happened elsewhere to the card that is being edited. */
function Note({ says, text, children }: { says: string; text?: string; children?: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (children) showElement(element.current)
  }, [])
  return (
    // A click keeps the focus in the field: losing it would decide.
    // biome-ignore lint/a11y/noStaticElementInteractions: only its buttons do something
    <div ref={element} class="conflict" onMouseDown={leaveFocus}>
      <div role="status">
        <p>{says}</p>
        {text !== undefined && <blockquote dir="auto">{text}</blockquote>}
      </div>
      {children && <div class="bar choices">{children}</div>}
    </div>
  )
}
