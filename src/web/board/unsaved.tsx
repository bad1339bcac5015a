import { useComputed } from '@preact/signals'
import type { Card } from '../../contract/card.ts'
import { focusCard } from '../state/focus.ts'
import { discardUnsaved, startEditing, unsavedIn } from './editor.tsx'

/** On a card that was being edited when its page went: what was typed into it. */
export function Unsaved({ card: { id, text } }: { card: Card }) {
  const typed = useComputed(() => unsavedIn(id)).value
  if (typed === '' || typed === text) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be the group of a form
    <div class="conflict" role="group" aria-label="Not saved yet">
      <p>You were changing this card, and have not saved:</p>
      <blockquote dir="auto">{typed}</blockquote>
      <div class="choices">
        <button type="button" onClick={() => startEditing(id)}>
          Go on
        </button>
        <button
          type="button"
          onClick={() => {
            discardUnsaved(id)
            focusCard(id)
          }}
        >
          Discard
        </button>
      </div>
    </div>
  )
}
