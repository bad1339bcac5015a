import { workspace } from '../model/changes.ts'
import { newId, type WholeProject, wholeOf } from '../model/operations.ts'
import { isolated } from '../model/wording.ts'
import { go, pathTo } from '../navigation/route.ts'
import { shownProject } from '../state/page-cards.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo, undoingOf } from './undo.ts'

/** Adds a project and opens it. */
export async function addProject(title: string, id = newId()): Promise<string> {
  await commit({ kind: 'add project', id, title })
  go(pathTo(id))
  const { undo, redo } = undoingOf([], [id])
  let deleted = ''
  offerUndo({
    items: [{ id, text: title }],
    what: `Created “${isolated(title)}”`,
    undone: () => `Deleted ${deleted}`,
    isQuiet: true,
    async undo() {
      deleted = withItsCards(wholeOf(workspace.value, id))
      await undo()
      leave(id)
    },
    async redo() {
      await redo()
      go(pathTo(id))
    },
  })
  return id
}

/** Replaces the title `before`. */
export async function renameProject(id: string, title: string, before: string): Promise<void> {
  const rename = () => commit({ kind: 'rename project', id, title, before })
  await rename()
  offerUndo({
    items: [{ id, text: before }],
    what: `Renamed “${isolated(before)}”`,
    undone: `Renamed back to “${isolated(before)}”`,
    undo: () => commit({ kind: 'rename project', id, title: before, before: title }),
    redo: rename,
  })
}

/** Moves a project and its cards to the bin, and leaves its page. */
export async function deleteProject(id: string): Promise<void> {
  const whole = wholeOf(workspace.value, id)
  if (!whole) return
  const remove = async () => {
    await commit({ kind: 'delete project', id })
    leave(id)
  }
  await remove()
  offerUndo({
    items: [{ id, text: whole.project.title }],
    what: `Deleted ${withItsCards(whole)}`,
    undone: `Restored ${withItsCards(whole)}`,
    undo: () => commit({ kind: 'restore project', id, whole }),
    redo: remove,
  })
}

function withItsCards(whole: WholeProject | undefined): string {
  const { length = 0 } = whole?.cards ?? []
  return `“${isolated(whole?.project.title ?? '')}”${['', ' and its card'][length] ?? ' and its cards'}`
}

/** Goes to the inbox if the page of this project is shown. */
function leave(id: string): void {
  if (shownProject.value === id) go('/', { replace: true })
}
