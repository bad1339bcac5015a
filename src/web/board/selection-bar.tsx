import { useLayoutEffect } from 'preact/hooks'
import { open } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { toggleComplete } from '../state/cards.ts'
import { cursor, elementOf, picked, unselect } from '../state/selection.ts'
import { deleteAndStepOn } from './keys.ts'

/** What can be done with several cards at once, within reach of a thumb. */
export function SelectionBar() {
  const ids = picked.value
  const isShown = ids.length > 0
  // It takes room from the cards.
  useLayoutEffect(() => {
    if (isShown) elementOf(cursor.value)?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!isShown) return null
  return (
    <div class="selection" role="toolbar" aria-label="Selected cards">
      <span>{ids.length} selected</span>
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
