import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Card } from '../../contract/card.ts'
import { toggleComplete } from '../actions/complete-cards.ts'
import { openCardActions } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { cursor } from '../state/focus.ts'
import { clearSelection, selected, selectTo, toggleSelected } from '../state/selection.ts'
import { tabStop } from '../state/shown.ts'
import { briefly } from '../state/wording.ts'
import { byTouch } from '../touch.ts'
import { cardText } from './card-text.tsx'
import { Conflict } from './conflict.tsx'
import { dragged } from './drag-state.ts'
import { CardEditor, editing, startEditing } from './editor.tsx'
import { Unsaved } from './unsaved.tsx'
import { useDrag } from './use-drag.ts'

/** Whether a click is meant for a link, button or field on the card, and not for the card. */
const isForItself = ({ target }: MouseEvent) =>
  (target as Element).closest('a, button, input, textarea') !== null

export function CardView({ card }: { card: Card }) {
  const { id, text, complete } = card
  const element = useRef<HTMLLIElement>(null)
  const isEdited = useComputed(() => editing.value === id).value
  const isSelected = useComputed(() => selected.value.has(id)).value
  const isDragged = useComputed(() => dragged.value.has(id)).value
  const tabIndex = useComputed(() => (tabStop.value === id ? 0 : -1)).value

  // Not while it is edited: then the mouse selects text.
  useDrag((drag) => !isEdited && element.current && drag.dragCard(element.current, id), [id, isEdited])

  const choose = (event: MouseEvent) => {
    if (isForItself(event)) return
    // A finger opens the card, unless it is choosing several.
    if (byTouch() && selected.value.size === 0) openCardActions(id)
    else if (event.shiftKey) selectTo(id)
    else if (event.metaKey || event.ctrlKey || byTouch()) toggleSelected(id)
    else clearSelection()
    cursor.value = id
  }

  const label = briefly(text)
  const names = ['card', complete && 'complete', isSelected && 'selected', isDragged && 'dragged']
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: shortcuts.ts handles the keyboard
    <li
      id={`card-${id}`}
      data-id={id}
      ref={element}
      class={names.filter(Boolean).join(' ')}
      tabIndex={isEdited ? -1 : tabIndex}
      aria-labelledby={isEdited ? undefined : `text-${id}`}
      aria-description={complete ? 'Complete' : undefined}
      onClick={choose}
      onDblClick={(event) => isForItself(event) || byTouch() || startEditing(id)}
      onFocusIn={() => {
        cursor.value = id
      }}
    >
      <input
        type="checkbox"
        class="tick"
        checked={complete}
        tabIndex={tabIndex}
        aria-label={`Complete ${label}`}
        onChange={() => toggleComplete([id])}
      />
      {isEdited ? <CardEditor card={card} /> : cardText({ id, text, isSelected, tabIndex })}
      {!isEdited && (
        <button
          type="button"
          class="icon more"
          tabIndex={tabIndex}
          aria-label={`Actions for ${label}`}
          onClick={() => openCardActions(id)}
        >
          <Icon name="more" />
        </button>
      )}
      <Conflict cardId={id} />
      <Unsaved card={card} />
    </li>
  )
}
