import { useComputed } from '@preact/signals'
import { keepBoth, keepMine, keepTheirs, resolve } from '../actions/refusals.ts'
import { focusCard } from '../state/focus.ts'
import { conflicts } from '../state/refusals.ts'
import { OtherText } from './other-text.tsx'

/** On a card that was changed here and elsewhere: the person's own text, below the one that is there. */
export function Conflict({ cardId }: { cardId: string }) {
  const conflict = useComputed(() => conflicts.value.get(cardId)).value
  if (!conflict || !('text' in conflict.operation)) return null
  const choose = async (how: typeof keepMine) => {
    await resolve(cardId, how)
    focusCard(cardId)
  }
  return (
    <OtherText
      label="Changed in two places"
      says="This card was changed elsewhere while you changed it here. Yours says:"
      text={conflict.operation.text}
    >
      <button type="button" onClick={() => choose(keepMine)}>
        Keep mine
      </button>
      <button type="button" onClick={() => choose(keepTheirs)}>
        Keep theirs
      </button>
      <button type="button" onClick={() => choose(keepBoth)}>
        Keep both
      </button>
    </OtherText>
  )
}
