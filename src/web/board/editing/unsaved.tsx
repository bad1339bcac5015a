import { useComputed } from '@preact/signals'
import type { Card } from '../../../contract/card.ts'
import { focusCard } from '../../state/focus.ts'
import { OtherText } from '../other-text.tsx'
import { discardUnsaved, startEditing, unsavedIn } from './editor.tsx'

/** On a card that was being edited when the page was closed: shows the unsaved text. */
export function Unsaved({ card: { id, text } }: { card: Card }) {
  const typed = useComputed(() => unsavedIn(id)).value
  if (typed === '' || typed === text) return null
  const forget = () => {
    discardUnsaved(id)
    focusCard(id)
  }
  return (
    <OtherText label="Not saved yet" says="Your unsaved edit:" text={typed}>
      <button type="button" onClick={() => startEditing(id)}>
        Go on
      </button>
      <button type="button" onClick={forget}>
        Discard
      </button>
    </OtherText>
  )
}
