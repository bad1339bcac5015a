import { useState } from 'preact/hooks'
import { inbox } from '../../board/columns.ts'
import { longestText } from '../../contract/plain/limits.ts'
import { addCards } from '../actions/cards.ts'
import { Composer } from '../board/composer.tsx'
import { typedDateIn } from '../dates/typed-date.tsx'
import { quoted } from '../model/wording.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Button } from '../parts/icons.tsx'
import { close, open } from '../state/dialogs.ts'
import { captureDraft, isMisfit, write } from '../state/drafts.ts'

/** Adds cards to the inbox without leaving the page. Stays open for the next one. */
export function Capture() {
  const [said, say] = useState('')
  return (
    <Dialog label="Add to inbox" name="capture">
      <h2>Add to inbox</h2>
      <Composer column={inbox} elsewhere={{ draft: captureDraft, say }} />
      <footer class="bar">
        {/* In the dialog: while it is open, screen readers hear nothing of the page behind it. */}
        <p role="status">{said}</p>
        <Button onClick={close}>Done</Button>
      </footer>
    </Dialog>
  )
}

/** Adds text from another field as a card, or opens the dialog to shorten it. */
export async function captureText(typed: string): Promise<void> {
  const text = typedDateIn(typed)?.entered ?? typed
  if (isMisfit([text], longestText)) {
    write(captureDraft, typed)
    open('capture')
    return
  }
  await addCards(inbox, [text], {
    what: `Added ${quoted(typed)} to Inbox`,
    words: text === typed ? undefined : typed,
  })
}
