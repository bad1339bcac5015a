import type { Card } from '../../contract/card.ts'
import { isProblem } from '../api.ts'
import { discard, draft, hasDraft, write } from '../drafts.ts'
import { complain, notify } from '../notices.tsx'
import { addCards, ifStillThere } from './adding.ts'
import { columns } from './changes.ts'
import { find } from './columns.ts'
import { draftOfEdit, patch, reload } from './requests.ts'
import { tellOtherTabs } from './tabs.ts'

/** Whatever happens, the new words are not lost: they stay as a draft until they are saved or thrown away. */
export async function editText(card: Card, typed: string): Promise<void> {
  const { id, project_id, status_id } = card
  const text = typed.trim()
  if (text === '' || text === (find(columns.value, id) ?? card).text) {
    discard(draftOfEdit(id))
    return
  }
  const tryAgain = () => {
    if (hasDraft(draftOfEdit(id))) editText(card, draft(draftOfEdit(id)).value)
  }
  write(draftOfEdit(id), text)
  try {
    await patch(id, { text })
    // Somebody may be writing on already.
    if (draft(draftOfEdit(id)).value === text) discard(draftOfEdit(id))
    tellOtherTabs()
  } catch (error) {
    if (isProblem(error, 'not_found')) {
      notify({
        text: 'This card was deleted elsewhere.',
        bad: true,
        action: {
          label: 'Keep your text as a new card',
          run: () => {
            discard(draftOfEdit(id))
            addCards(ifStillThere({ project_id, status_id }), [text])
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
