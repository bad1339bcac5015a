import { useSignal } from '@preact/signals'
import { longestText } from '../../contract/limits.ts'
import { addCards } from '../actions/add-cards.ts'
import { Composer } from '../board/composer.tsx'
import { inbox } from '../state/columns.ts'
import { captureDraft, write } from '../state/drafts.ts'
import { isMisfit } from '../state/misfits.ts'
import { notify } from '../state/notices.ts'
import { quoted } from '../state/wording.ts'
import { Dialog } from './dialog.tsx'
import { close, open } from './open.ts'

/** Adds cards to the inbox without leaving the page. It stays open for the next thought. */
export function Capture() {
  const said = useSignal('')
  return (
    <Dialog label="Add to inbox" name="capture">
      <h2>Add to inbox</h2>
      <Composer
        column={inbox}
        elsewhere={{
          draft: captureDraft,
          say: (text) => {
            said.value = text
          },
        }}
      />
      <footer>
        {/* In the dialog: while it is open, screen readers hear nothing of the page behind it. */}
        <p role="status">{said.value}</p>
        <button type="button" onClick={close}>
          Done
        </button>
      </footer>
    </Dialog>
  )
}

/** What was typed into another field becomes a card, or stays where it can be shortened. */
export async function captureText(text: string): Promise<void> {
  if (isMisfit([text], longestText)) {
    write(captureDraft, text)
    open('capture')
    return
  }
  await addCards(inbox, [text], undefined, () => notify({ text: `Added ${quoted(text)} to Inbox.` }))
}
