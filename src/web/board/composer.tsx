import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Column, keyOf } from '../../board/columns.ts'
import { longestText } from '../../contract/plain/limits.ts'
import { addCards } from '../actions/cards.ts'
import { redoLast, undoLast } from '../actions/undo.ts'
import { useTypedDate } from '../dates/typed-date.tsx'
import { ariaOf, isComposing, labelOf, shortcutsOn } from '../device/keys.ts'
import { hasKeyboard } from '../device/touch.ts'
import { loadedDialogs } from '../dialogs/loaded.ts'
import { newId } from '../model/operations.ts'
import { count } from '../model/wording.ts'
import { bringIntoView } from '../navigation/scrolling.ts'
import { Button, Icon } from '../parts/icons.tsx'
import { Counter, fitHeight } from '../parts/long-text.tsx'
import { draft, handOver, isMisfit, isPastedDraft, newCardDraft, write } from '../state/drafts.ts'
import { elementOf, focusCard, focusPage, isTyping } from '../state/focus.ts'
import { tabStop, whereIs } from '../state/page-cards.ts'
import { nameOf } from '../state/projects.ts'
import { afterCommits } from '../sync/commit.ts'
import { arePasted, cardsFrom, isBrought, isSeveral } from './lines.ts'

export const composerId = (column: Column) => `new-in-${keyOf(column)}`

interface ComposerProps {
  column: Column
  /** Set outside the column: the name of its draft, and how it reports the result. */
  elsewhere?: { draft: string; say: (text: string) => void }
}

/** Adds a card on Enter. Typed lines are its notes; pasted lines become a card each, unless the person chooses otherwise. */
export function Composer({ column, elsewhere }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isPasting = useRef(false)
  /** The last card added since the field got the focus. */
  const lastAdded = useRef<string | undefined>(undefined)
  /** Set while the browser has nothing to undo in the empty field: its text was just added, or was undone. */
  const isEmptied = useRef<'added' | 'undone' | undefined>(undefined)
  const [hasTip, showTip] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const name = elsewhere?.draft ?? newCardDraft(column)
  const text = draft(name)
  const apart = cardsFrom(text)
  const together = text.trim() ? [text.trim()] : []
  const isPasted = isPastedDraft(name)
  const typedDate = useTypedDate(field, together[0] ?? '', { isTyped: !isPasted })
  const { entered } = typedDate
  const one = entered === undefined ? together : [entered]
  const [meant, other] = isPasted ? [apart, together] : [one, apart]
  useLayoutEffect(() => fitHeight(field.current), [text])

  const add = async (cards: readonly string[]) => {
    if (cards.length === 0 || isMisfit(cards, longestText, { name, say: elsewhere?.say })) return
    field.current?.focus()
    isEmptied.current = 'added'
    await handOver(name, async (first) => {
      const ids = [first, ...cards.slice(1).map(newId)]
      const id = ids.at(-1)
      lastAdded.current = id
      const words = cards[0] === entered ? together[0] : undefined
      await addCards(column, cards, { ids, say: elsewhere?.say, words })
      // Until it is dismissed, or the person shows that they know.
      if (words !== undefined) showTip(false)
      if (!elsewhere && loadedDialogs.value?.tellOnce(words !== undefined)) showTip(true)
      if (!elsewhere) bringIntoView(() => elementOf(id))
    })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      // The first one is for the hint, and not for the dialog.
      if (typedDate.keepWords()) event.preventDefault()
      else if (!elsewhere) leave()
    }
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    // The browser redoes what was typed.
    if (isUndo && isEmptied.current && !(isEmptied.current === 'undone' && event.shiftKey)) {
      event.preventDefault()
      isEmptied.current = 'added'
      afterCommits(event.shiftKey ? redoLast : undoLast)
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add(event.ctrlKey || event.metaKey ? other : meant)
  }
  const leave = () => {
    // Immediately, so that the next key does not reach the field.
    focusPage()
    afterCommits(() => {
      if (isTyping(document.activeElement)) return
      focusCard(whereIs(lastAdded.current) ? lastAdded.current : tabStop.value)
    })
  }
  const input = (event: InputEvent & { currentTarget: HTMLTextAreaElement }) => {
    const { value } = event.currentTarget
    const isUndone = event.inputType === 'historyUndo' && value === '' && lastAdded.current
    isEmptied.current = isUndone ? 'undone' : undefined
    const brings = { type: event.inputType, isPaste: isPasting.current }
    isPasting.current = false
    write(name, value, { pasted: arePasted({ text, pasted: isPasted }, value, brings) || undefined })
    if (isBrought(event.inputType)) typedDate.keepWords(value.trim())
  }
  const Tip = loadedDialogs.value?.TypedDateTip
  const closeTip = () => {
    showTip(false)
    field.current?.focus()
  }
  const labels = [`Add ${count(apart.length)} cards`, 'Add as one card']
  if (!isPasted) labels.reverse()
  return (
    <>
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault()
          add(meant)
        }}
      >
        <textarea
          ref={field}
          id={elsewhere ? undefined : composerId(column)}
          dir="auto"
          rows={1}
          // The app opens with the focus here, where keys are no shortcuts.
          placeholder={
            hasFocus && !column.project_id && !elsewhere && hasKeyboard.value && shortcutsOn.value
              ? 'Add a card, or press Esc for shortcuts'
              : 'Add a card'
          }
          aria-label={`Add a card to ${nameOf(column)}`}
          enterkeyhint="enter"
          value={text}
          onPaste={({ clipboardData }) => {
            isPasting.current = isSeveral(clipboardData?.getData('text') ?? '')
          }}
          onInput={input}
          onBlur={() => setFocus(false)}
          onFocus={({ relatedTarget, currentTarget: { form } }) => {
            setFocus(true)
            if (!form?.contains(relatedTarget as Node | null)) lastAdded.current = undefined
          }}
          onKeyDown={press}
        />
        {typedDate.hint}
        <Counter texts={() => meant} />
        {together.length === 1 && apart.length < 2 && !hasKeyboard.value && (
          <button type="submit" class="primary icon" aria-label="Add">
            <Icon name="up" />
          </button>
        )}
        {apart.length > 1 && (
          <div class="bar choices">
            <button type="submit" class="primary" aria-keyshortcuts="Enter">
              {labels[0]} <Key name="Enter" />
            </button>
            <Button aria-keyshortcuts={ariaOf('Mod+Enter')} onClick={() => add(other)}>
              {labels[1]} <Key name="Mod+Enter" />
            </Button>
          </div>
        )}
      </form>
      {hasTip && Tip && <Tip onClose={closeTip} />}
    </>
  )
}

/** Hidden from screen readers, which read the key from the button. */
const Key = ({ name }: { name: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused, and would be read as part of the button's name
  <kbd aria-hidden="true">{labelOf(name)}</kbd>
)
