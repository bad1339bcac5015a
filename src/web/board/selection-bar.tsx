import { useLayoutEffect } from 'preact/hooks'
import { deleteAndStepOn } from '../actions/chosen-cards.ts'
import { toggleComplete } from '../actions/complete-cards.ts'
import { backCloses } from '../back.ts'
import { open } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { cursor, elementOf } from '../state/focus.ts'
import { picked, unselect } from '../state/selection.ts'

backCloses(() => picked.value.length > 0, unselect)

/** The actions for several selected cards, within reach of a thumb. */
export function SelectionBar() {
  const ids = picked.value
  const isShown = ids.length > 0
  // The bar takes room from the list and could cover the card under the cursor.
  useLayoutEffect(() => {
    if (isShown) elementOf(cursor.value)?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!isShown) return null
  return (
    <div class="selection" role="toolbar" aria-label="Selected cards">
      <span class="amount">
        {ids.length}
        <span> selected</span>
      </span>
      <button type="button" onClick={() => open('move')}>
        <Icon name="move" /> Move to…
      </button>
      <button type="button" onClick={() => toggleComplete(ids)}>
        <Icon name="check" /> Complete
      </button>
      <button type="button" onClick={() => deleteAndStepOn(ids)}>
        <Icon name="trash" /> Delete
      </button>
      <button type="button" class="icon" aria-label="Clear the selection" onClick={unselect}>
        <Icon name="close" />
      </button>
    </div>
  )
}
