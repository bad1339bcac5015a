import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { mayHaveMarks } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'
import { toggleComplete } from '../actions/cards.ts'
import { keepBoth, keepMine, keepTheirs, resolve } from '../actions/decisions.ts'
import { byTouch } from '../device/touch.ts'
import { conflicts } from '../model/changes.ts'
import { briefly } from '../model/wording.ts'
import { Icon } from '../parts/icons.tsx'
import { openCardMenu } from '../state/dialogs.ts'
import { draftedCards } from '../state/drafts.ts'
import { cursor, focusCard, isTyping } from '../state/focus.ts'
import { editing, isDimmed, isStray, tabStop } from '../state/page-cards.ts'
import {
  clearSelection,
  dragged,
  holdAnchor,
  selected,
  selectTo,
  toggleSelected,
} from '../state/selection.ts'
import { cardText } from './card-text.tsx'
import { useDrag } from './drag/use-drag.ts'
import { CardEditor, discardUnsaved, startEditing, unsavedIn } from './editor.tsx'

/** Whether a click is meant for a link, button or field on the card, and not for the card. */
const isForItself = ({ target }: MouseEvent) =>
  (target as Element).closest('a, button, input, textarea') !== null

/** What signals say about a card, in words: it is drawn again only if one of them changes. */
function lookOf(id: string): string {
  let look = ''
  if (selected.value.has(id)) look += ' selected'
  if (dragged.value.has(id)) look += ' dragged'
  if (tabStop.value === id) look += cursor.value === id ? ' tab-stop current' : ' tab-stop'
  if (editing.value === id) look += isStray(id) ? ' edited left' : ' edited'
  if (draftedCards.value.has(id)) look += ' drafted'
  if (conflicts.value.has(id)) look += ' conflicting'
  return look
}

interface CardViewProps {
  card: Card
  /** Its project or the inbox, shown outside its board. */
  where?: string
}

export function CardView({ card, where }: CardViewProps) {
  const { id, text, complete } = card
  const element = useRef<HTMLLIElement>(null)
  const look = useComputed(() => lookOf(id)).value
  const isEdited = look.includes('edited')
  const isLeft = look.includes('left')
  const tabIndex = look.includes('tab-stop') ? 0 : -1

  // A signal, so that a key in the filter sets attributes and draws nothing.
  const dimmed = useComputed(() => (isDimmed(id) ? '' : undefined))

  // While the card is edited, the mouse selects text instead.
  useDrag((drag) => !isEdited && element.current && drag.dragCard(element.current, id), [id, isEdited])

  const choose = (event: MouseEvent) => {
    if (isForItself(event) || isLeft) return
    // A finger opens the card, unless it is choosing several.
    if (byTouch() && selected.value.size === 0) openCardMenu(id)
    else if (event.shiftKey) selectTo(id)
    else if (event.metaKey || event.ctrlKey || byTouch()) toggleSelected(id)
    else clearSelection()
    cursor.value = id
  }

  const label = briefly(text)
  const isSelected = look.includes('selected')
  const names = [
    'card',
    complete && 'complete',
    isSelected && 'selected',
    look.includes('dragged') && 'dragged',
  ]
  const descriptions = [mayHaveMarks(text) && `marks-${id}`, where && `where-${id}`]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: shortcuts.ts handles the keyboard
    <li
      id={`card-${id}`}
      data-id={id}
      ref={element}
      data-dimmed={dimmed}
      data-current={look.includes('current') ? '' : undefined}
      class={names.filter(Boolean).join(' ')}
      tabIndex={isEdited ? -1 : tabIndex}
      // The title alone: screen readers reach the notes inside the card.
      aria-labelledby={isEdited ? undefined : `title-${id}`}
      aria-description={complete ? 'Complete' : undefined}
      aria-describedby={
        isEdited || complete ? undefined : descriptions.filter(Boolean).join(' ') || undefined
      }
      onMouseDown={(event) => event.shiftKey && holdAnchor()}
      onClick={choose}
      onDblClick={(event) => isForItself(event) || byTouch() || startEditing(id)}
      onFocusIn={() => {
        cursor.value = id
      }}
    >
      {!isLeft && (
        <input
          type="checkbox"
          class="tick"
          checked={complete}
          tabIndex={tabIndex}
          aria-label={`Complete ${label}`}
          onChange={() => toggleComplete([id])}
        />
      )}
      {isEdited ? <CardEditor card={card} /> : cardText({ card, isSelected, tabIndex })}
      {!isEdited && where && (
        <span class="where quiet small" id={`where-${id}`} dir="auto">
          {where}
        </span>
      )}
      {!isEdited && (
        <button
          type="button"
          class="icon more"
          tabIndex={tabIndex}
          aria-label={`Actions for ${label}`}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => openCardMenu(id)}
        >
          <Icon name="more" />
        </button>
      )}
      {look.includes('conflicting') && <Conflict cardId={id} />}
      {look.includes('drafted') && <Unsaved card={card} />}
    </li>
  )
}

/** Shows the person's own text on a card that was changed both here and elsewhere. */
function Conflict({ cardId }: { cardId: string }) {
  const conflict = conflicts.value.get(cardId)
  if (!conflict || !('text' in conflict.operation)) return null
  const choose = async (how: typeof keepMine) => {
    await resolve(cardId, how)
    if (!isTyping(document.activeElement)) focusCard(cardId)
  }
  return (
    <OtherText
      label="Changed in two places"
      says="This card was also changed elsewhere: the other text is above. This one is yours:"
      text={conflict.operation.text}
    >
      <button type="button" onClick={() => choose(keepMine)}>
        Keep this one
      </button>
      <button type="button" onClick={() => choose(keepTheirs)}>
        Keep the other
      </button>
      <button type="button" onClick={() => choose(keepBoth)}>
        Keep both
      </button>
    </OtherText>
  )
}

/** Shows the unsaved text of a card that was being edited when the page was closed. */
function Unsaved({ card: { id, text } }: { card: Card }) {
  const typed = useComputed(() => unsavedIn(id)).value
  if (typed === '' || typed === text) return null
  const forget = () => {
    discardUnsaved(id)
    focusCard(id)
  }
  return (
    <OtherText label="Not saved yet" says="Your unsaved edit:" text={typed}>
      <button type="button" onClick={() => startEditing(id)}>
        Continue editing
      </button>
      <button type="button" onClick={forget}>
        Discard
      </button>
    </OtherText>
  )
}

interface OtherTextProps {
  label: string
  says: string
  text: string
  children: ComponentChildren
}

/** Shows an alternative text below that of a card, with buttons to choose. */
const OtherText = ({ label, says, text, children }: OtherTextProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be the group of a form
  <div class="conflict" role="group" aria-label={label}>
    <p>{says}</p>
    <blockquote dir="auto">{text}</blockquote>
    <div class="bar choices">{children}</div>
  </div>
)
