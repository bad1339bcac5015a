import { go, pathTo } from '../route.ts'
import { workspace } from '../state/changes.ts'
import { newId } from '../state/new-id.ts'
import { wholeOf } from '../state/operations.ts'
import { shownProject } from '../state/shown.ts'
import { isolated } from '../state/wording.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

/** Adds a project and opens it. */
export async function addProject(title: string, id = newId()): Promise<string> {
  await commit({ kind: 'add project', id, title })
  go(pathTo(id))
  return id
}

/** Gives a project a new title, in place of the title `before`. */
export async function renameProject(id: string, title: string, before: string): Promise<void> {
  await commit({ kind: 'rename project', id, title, before })
  offerUndo({
    ids: [],
    what: `Renamed “${isolated(before)}”`,
    brief: true,
    undo: () => commit({ kind: 'rename project', id, title: before, before: title }),
  })
}

/** Puts a project with its cards into the bin, and leaves its page. */
export async function deleteProject(id: string): Promise<void> {
  const whole = wholeOf(workspace.value, id)
  if (!whole) return
  await commit({ kind: 'delete project', id })
  if (shownProject.value === id) go('/', { replace: true })
  offerUndo({
    ids: [],
    what: `Deleted “${isolated(whole.project.title)}” and its cards`,
    undo: () => commit({ kind: 'restore project', id, whole }),
  })
}
