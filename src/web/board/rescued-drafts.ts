import { effect, untracked } from '@preact/signals'
import { find, inbox } from '../../board/columns.ts'
import type { Status } from '../../contract/project.ts'
import { columns } from '../model/changes.ts'
import * as drafts from '../state/drafts.ts'
import { cursor, leaveCards } from '../state/focus.ts'
import { notify } from '../state/notices.ts'
import { editing, isStray, isStrayShown, shownProject } from '../state/page-cards.ts'
import { projects, statuses } from '../state/projects.ts'
import { isCommitting } from '../sync/commit.ts'
import { isConnected } from '../sync/follow.ts'
import { isSaving } from './editor.tsx'
import { renaming } from './project-title.tsx'

/** When a project or an edited card is deleted, moves its drafts to the inbox. Returns a function that stops it. */
export function rescueDrafts(): () => void {
  let before = statuses.peek()
  return effect(() => {
    const now = statuses.value
    const lost = [...before].filter(([id]) => !now.has(id))
    before = now
    // Runs at the start, once changes have arrived, and when the person leaves a card that was deleted meanwhile.
    const isLoaded = drafts.areAdopted.value && projects.value !== undefined
    isConnected.value
    editing.value
    shownProject.value
    if (isLoaded || lost.length > 0) untracked(() => rescue(lost))
  })
}

function rescue(lost: readonly (readonly [string, readonly Status[]])[]): void {
  const fields = lost
    .flatMap(([, statuses]) => statuses)
    .filter(({ id, project_id }) =>
      drafts.carry(drafts.newCardDraft({ project_id, status_id: id }), drafts.newCardDraft(inbox)),
    )
  const hasEdits = carryEdits()
  const titles = lost.map(([id]) => drafts.titleDraft(id)).filter(drafts.hasDraft)
  titles.forEach(drafts.discard)
  if (lost.length > 0 && (hasEdits || fields.length > 0))
    notify({ text: 'This project was deleted. Your unfinished card is in the inbox.' })
  else if (titles.length > 0) notify({ text: 'This project was deleted, so its new name was not saved.' })
  else if (hasEdits) notify({ text: 'The card you were editing was deleted. Its text is in the inbox.' })
  if (!lost.some(([id]) => id === shownProject.value)) return
  // The focused field leaves with its page, and must not be saved.
  renaming.value = undefined
  const { activeElement } = document
  const isHere = activeElement === document.body || activeElement?.closest('#main')
  if (isHere && !isCommitting()) leaveCards()
  else cursor.value = undefined
}

/** Moves unsaved texts of deleted cards to the inbox. True if there were any. */
function carryEdits(): boolean {
  const rescued = [...drafts.draftedCards.peek()].filter((id) => {
    const name = drafts.cardDraft(id)
    if (find(columns.value, id) || isSaving(id) || (isStray(id) && isStrayShown())) return false
    if (editing.value === id) editing.value = undefined
    if (drafts.draft(name).trim() === drafts.beforeDraft(name)) drafts.discard(name)
    return drafts.carry(name, drafts.newCardDraft(inbox))
  })
  return rescued.length > 0
}
