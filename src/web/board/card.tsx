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
import { dragged } from './drag-state.ts'
import { CardEditor, editing, startEditing } from './editor.tsx'
import { useDrag } from './use-drag.ts'

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
    if ((event.target as Element).closest('button, input, textarea')) return
    if (event.shiftKey) selectTo(id)
    else if (event.metaKey || event.ctrlKey) toggleSelected(id)
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
      onDblClick={() => startEditing(id)}
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
      {isEdited ? (
        <CardEditor card={card} />
      ) : (
        <p class="text" id={`text-${id}`}>
          {isSelected && <span class="sr">Selected: </span>}
          {text}
        </p>
      )}
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
    </li>
  )
}
