import { api, isProblem } from '../api.ts'
import { go, pathTo, settleUrl } from '../route.ts'
import { commit } from '../state/changes.ts'
import { carry, discard, draft, titleDraft, write } from '../state/drafts.ts'
import { fromWire, isUnsent, link, markFailed, newId, projectOnWire } from '../state/ids.ts'
import { loadProjects } from '../state/load.ts'
import { complain, dismiss, type Notice, notice, notify } from '../state/notices.ts'
import { findProject } from '../state/projects.ts'
import { shownProject } from '../state/shown.ts'
import { tellOtherTabs } from '../state/tabs.ts'
import { putProject, removeProject, renameProject as rename } from '../state/workspace.ts'

const blank = {
  owner_id: '',
  card_count: 0,
  completed_card_count: 0,
  created_at: '',
  updated_at: '',
  revision: 0,
}

let lastComplaint: Notice | undefined

/** A new attempt makes the message about a failed one out of date. */
function dismissComplaint(): void {
  if (lastComplaint && notice.value === lastComplaint) dismiss()
}

/** Waits for a change that is shown already. If it fails, says so and reloads the projects. */
async function isSaved(saving: Promise<void>, failed: string, retry?: () => unknown): Promise<boolean> {
  try {
    await saving
    tellOtherTabs()
    return true
  } catch (error) {
    complain(error, failed, isProblem(error, 'validation_failed', 'not_found') ? undefined : retry)
    lastComplaint = notice.value
    // The request may have been carried out although its answer was lost.
    loadProjects().catch(() => {})
    return false
  }
}

/** Adds a project and opens it. False if it could not be created: then the page is the one before. */
export async function addProject(title: string, retry: () => unknown): Promise<boolean> {
  dismissComplaint()
  const id = newId()
  const before = location.pathname
  const saving = commit({
    apply: (now) => putProject(now, { ...blank, id, title }),
    async send() {
      const { project } = await api.addProject({ title }).catch((error) => {
        markFailed(id, error)
        throw error
      })
      const typed = titleDraft(id)
      link(id, project.id)
      carry(typed, titleDraft(id))
      settleUrl()
      return (now) => putProject(now, fromWire(project))
    },
    readsWait: true,
  })
  go(pathTo(id))
  const isThere = await isSaved(saving, 'The project was not created.', retry)
  if (!isThere && shownProject.value === id) goBack(before)
  return isThere
}

function goBack(path: string): void {
  go(path, { replace: true })
  settleUrl()
  // It may have been the page of another project that could not be created.
  if (shownProject.value && !findProject(shownProject.value)) go('/', { replace: true })
}

const latestRename = new Map<string, Promise<void>>()

/** Saves a new title, which stays a draft until then. False if it failed, unless a later renaming makes up for it. */
export async function renameProject(id: string, title: string): Promise<boolean> {
  dismissComplaint()
  write(titleDraft(id), title)
  const saving = commit({
    apply: (now) => rename(now, id, title),
    async send() {
      const { project } = await api.renameProject({ project_id: projectOnWire(id), title })
      return (now) => rename(now, id, project.title)
    },
  })
  latestRename.set(id, saving)
  await saving.catch(() => {})
  if (latestRename.get(id) !== saving) {
    tellOtherTabs()
    return true
  }
  const isDone = await isSaved(saving, 'The new name was not saved.')
  const typed = draft(titleDraft(id)).value
  if (isDone && typed === title) discard(titleDraft(id))
  if (!isDone && !typed) write(titleDraft(id), title)
  return isDone
}

/** Deletes a project with its cards, and leaves its page. */
export async function deleteProject(id: string, title: string): Promise<void> {
  const deleting = commit({
    apply: (now) => removeProject(now, id),
    async send() {
      try {
        if (!isUnsent(id)) await api.removeProject({ project_id: projectOnWire(id) })
      } catch (error) {
        // Somebody else has deleted it: that is what was wanted.
        if (!isProblem(error, 'not_found')) throw error
      }
      return (now) => removeProject(now, id)
    },
  })
  if (shownProject.value === id) go('/', { replace: true })
  notify({ text: `Deleted “${title}” and its cards.` })
  await isSaved(deleting, `“${title}” was not deleted.`, () => deleteProject(id, title))
}
