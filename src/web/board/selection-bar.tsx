import { useLayoutEffect } from 'preact/hooks'
import { findAll } from '../../board/columns.ts'
import { completeChosen, deleteAndStepOn } from '../actions/chosen-cards.ts'
import { columns } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { backCloses } from '../navigation/route.ts'
import { showElement } from '../navigation/scrolling.ts'
import { Button, Icon, IconButton } from '../parts/icons.tsx'
import { open, openDatePicker } from '../state/dialogs.ts'
import { cursor, elementOf } from '../state/focus.ts'
import { picked, unselect } from '../state/selection.ts'
import '../styles/selection.css'

backCloses(() => picked.value.length > 0, unselect)

/** The actions for several selected cards, within reach of a thumb. */
export function SelectionBar() {
  const ids = picked.value
  const isShown = ids.length > 0
  // The bar takes room from the list and could cover the card under the cursor.
  useLayoutEffect(() => {
    if (isShown) showElement(elementOf(cursor.value))
  }, [isShown])
  if (!isShown) return null
  // The same rule as in `toggleComplete`.
  const areComplete = findAll(columns.value, ids).every(({ complete }) => complete)
  const cards = (
    <span class="many">
      {count(ids.length)}
      <span class="sr">{ids.length === 1 ? ' card' : ' cards'}</span>
    </span>
  )
  return (
    <div class="bar selection" role="toolbar" aria-label="Selected cards">
      <span class="amount">
        {count(ids.length)}
        <span> selected</span>
      </span>
      <Button class="bar" onClick={() => open('move')}>
        <Icon name="move" /> Move {cards} to…
      </Button>
      <Button
        class="bar"
        onClick={({ currentTarget }) => openDatePicker(findAll(columns.value, ids), currentTarget)}
      >
        <Icon name="calendar" /> Date{' '}
        <span class="sr">of {ids.length === 1 ? '1 card' : `${count(ids.length)} cards`}</span>
      </Button>
      <Button class="bar" onClick={completeChosen}>
        <Icon name="check" /> {areComplete ? 'Reopen' : 'Complete'} {cards}
      </Button>
      <Button class="bar" onClick={() => deleteAndStepOn(ids)}>
        <Icon name="trash" /> Delete {cards}
      </Button>
      <IconButton icon="close" label="Clear the selection" onClick={unselect} />
    </div>
  )
}
