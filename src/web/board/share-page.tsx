import { useState } from 'preact/hooks'
import { inbox } from '../../client/board/columns.ts'
import { addCards } from '../actions/add-cards.ts'
import { follow, go } from '../navigation/route.ts'
import { asCards, sharedText } from '../navigation/shared-text.ts'
import { fitHeight } from '../parts/fit-height.ts'
import { SignedInAs } from '../sign-in/link-page.tsx'
import { Sheet } from '../sign-in/sheet.tsx'

/** Receives what another app shares. Asks before adding it, because any site can link here with any text. */
export function SharePage() {
  const [text] = useState(() => sharedText(new URLSearchParams(location.search)))
  const cards = asCards(text)
  // Replaces the page, so that neither Back nor a reload offers the text again.
  const leave = () => go('/', { replace: true })
  const add = () => {
    addCards(inbox, cards, { what: 'Added to your inbox' })
    // Opens the inbox, where the cards will appear.
    leave()
  }
  if (cards.length === 0)
    return (
      <Sheet title="Nothing was shared">
        <p>
          <a href="/" onClick={follow}>
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
      {cards.length > 1 && <p class="quiet">It is long, so it becomes {cards.length} cards.</p>}
      <div class="choices">
        <button type="button" class="primary" onClick={add}>
          Add
        </button>
        <button type="button" onClick={leave}>
          Do not add
        </button>
      </div>
      <SignedInAs />
    </Sheet>
  )
}
