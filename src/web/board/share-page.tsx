import { useState } from 'preact/hooks'
import { SignedInAs } from '../account/link-page.tsx'
import { Sheet } from '../account/sheet.tsx'
import { addCards } from '../actions/add-cards.ts'
import { fitHeight } from '../fit-height.ts'
import { follow, go } from '../route.ts'
import { asCards, sharedText } from '../shared-text.ts'
import { inbox } from '../state/columns.ts'
import { notify } from '../state/notices.ts'

/** What another app shares arrives here. It waits for a press: any site can link to this page, with any text. */
export function SharePage() {
  const [text] = useState(() => sharedText(new URLSearchParams(location.search)))
  const cards = asCards(text)
  // The page is replaced, so that neither Back nor a reload offers the text again.
  const leave = () => go('/', { replace: true })
  const add = async () => {
    const adding = addCards(inbox, cards)
    // The inbox opens what it is added to.
    leave()
    await adding
    notify({ text: 'Added to your inbox.' })
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
