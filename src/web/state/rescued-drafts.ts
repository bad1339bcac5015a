import { effect } from '@preact/signals'
import { inbox } from './columns.ts'
import { carry, newCardDraft } from './drafts.ts'
import { notify } from './notices.ts'
import { statuses } from './projects.ts'

/** When a project is deleted, what is typed in its columns moves to the inbox's field. Returns a way to stop it. */
export function rescueDrafts(): () => void {
  let before = statuses.peek()
  return effect(() => {
    const now = statuses.value
    const lost = [...before].flatMap(([id, list]) => (now.has(id) ? [] : list))
    before = now
    const rescued = lost.filter(({ id, project_id }) =>
      carry(newCardDraft({ project_id, status_id: id }), newCardDraft(inbox)),
    )
    if (rescued.length > 0)
      notify({ text: 'What you were writing in this project is in your inbox’s field now.' })
  })
}
