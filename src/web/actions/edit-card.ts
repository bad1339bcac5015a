import type { Card } from '../../contract/card.ts'
import { isProblem } from '../api.ts'
import { columns } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { cardDraft, discard, draft, hasDraft, write } from '../state/drafts.ts'
import { complain, notify } from '../state/notices.ts'
import { tellOtherTabs } from '../state/tabs.ts'
import { addCards, columnOrInbox } from './add-cards.ts'
import { reload } from './outcomes.ts'
import { patch } from './requests.ts'

/** The new text stays a draft until it is saved or discarded, so that no failure can lose it. */
export async function editText(card: Card, typed: string): Promise<void> {
  const { id, project_id, status_id } = card
  const text = typed.trim()
  if (text === '' || text === (find(columns.value, id) ?? card).text) {
    discard(cardDraft(id))
    return
  }
  const tryAgain = () => {
    if (hasDraft(cardDraft(id))) editText(card, draft(cardDraft(id)).value)
  }
  write(cardDraft(id), text)
  try {
    await patch(id, { text })
    // The draft may hold newer text by now.
    if (draft(cardDraft(id)).value === text) discard(cardDraft(id))
    tellOtherTabs()
  } catch (error) {
    if (isProblem(error, 'not_found')) {
      notify({
        text: 'This card was deleted elsewhere.',
        bad: true,
        action: {
          label: 'Keep your text as a new card',
          run: () => {
            discard(cardDraft(id))
            addCards(columnOrInbox({ project_id, status_id }), [text])
          },
        },
      })
      reload([card])
    } else
      complain(
        error,
        'Your text was not saved.',
        isProblem(error, 'validation_failed') ? undefined : tryAgain,
      )
  }
}
