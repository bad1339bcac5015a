import { useState } from 'preact/hooks'
import { inbox } from '../../board/columns.ts'
import { addCards } from '../actions/cards.ts'
import { base } from '../device/base.ts'
import { count } from '../model/wording.ts'
import { follow, go } from '../navigation/route.ts'
import { asCards, sharedText } from '../navigation/shared-text.ts'
import { Button } from '../parts/icons.tsx'
import { fitHeight } from '../parts/long-text.tsx'
import { Sheet, SignedInAs } from '../sign-in/sheet.tsx'
import { cardsFrom, isSeveral } from './lines.ts'

/** Receives what another app shares. Asks before adding it, because any site can link here with any text. */
export function SharePage() {
  const [parameters] = useState(() => new URLSearchParams(location.search))
  const text = sharedText(parameters)
  const together = asCards(text)
  const apart = cardsFrom(text).flatMap(asCards)
  // A title and a link are one card. A list that somebody shares may be several.
  const areLines = isSeveral(parameters.get('text') ?? '') && apart.length > together.length
  // Replaces the page, so that neither Back nor a reload offers the text again.
  const leave = () => go('/', { replace: true })
  const asText = together.length === 1 ? 'one card' : `${count(together.length)} long cards`
  const add = (cards: readonly string[]) => {
    addCards(inbox, cards, { what: 'Added to your inbox' })
    // Opens the inbox, where the cards will appear.
    leave()
  }
  if (together.length === 0)
    return (
      <Sheet title="Nothing was shared">
        <p>
          <a href={base} onClick={follow}>
            Go to your inbox
          </a>
        </p>
      </Sheet>
    )
  return (
    <Sheet title="Add to your inbox?">
      <textarea
        class="shared"
        ref={fitHeight}
        readOnly
        dir="auto"
        aria-label="What was shared"
        value={text}
      />
      {together.length > 1 && !areLines && (
        <p class="quiet">It is long, so it becomes {count(together.length)} cards.</p>
      )}
      <div class="bar choices">
        <Button class="primary" onClick={() => add(together)}>
          {areLines ? `Add as ${asText}` : 'Add'}
        </Button>
        {areLines && <Button onClick={() => add(apart)}>Add {apart.length} cards</Button>}
        <Button onClick={leave}>Do not add</Button>
      </div>
      <SignedInAs />
    </Sheet>
  )
}
