import { useComputed } from '@preact/signals'
import { keepBoth, keepMine, keepTheirs, resolve } from '../actions/refusals.ts'
import { focusCard, isTyping } from '../state/focus.ts'
import { conflicts } from '../state/refusals.ts'
import { OtherText } from './other-text.tsx'

/** On a card that was changed here and elsewhere: shows the person's own text below the other one. */
export function Conflict({ cardId }: { cardId: string }) {
  const conflict = useComputed(() => conflicts.value.get(cardId)).value
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
