import { api, isProblem } from '../api.ts'
import { read, settled } from './changes.ts'
import { type Column, forget, inbox, keyOf, replace } from './columns.ts'
import { carry, newCardDraft } from './drafts.ts'
import { fromWire, isUnsent, projectOnWire } from './ids.ts'
import { notify } from './notices.ts'
import { columnsOf, findProject, isLoaded, projects, statuses } from './projects.ts'
import { cardEdit, removeProject, replaceProjects, setStatuses } from './workspace.ts'

export async function loadProjects(): Promise<void> {
  let lost: Column[] = []
  await read(async () => {
    const list = (await api.listProjects()).projects.map(fromWire)
    return (now) => {
      const listed = new Set(list.map(({ id }) => id))
      lost = (projects.value ?? []).filter(({ id }) => !listed.has(id)).flatMap(({ id }) => columnsOf(id))
      return replaceProjects(now, list)
    }
  })
  rescueDrafts(lost)
}

let loading: Promise<void> | undefined

/** Shares one request: the frame and the page both need the projects. */
export async function ensureProjects(): Promise<void> {
  if (projects.value) return
  loading ??= loadProjects().finally(() => {
    loading = undefined
  })
  await loading
}

export const loadInbox = () =>
  read(async () => {
    const { cards } = await api.listInboxCards()
    return cardEdit((now) => replace(now, keyOf(inbox), cards.map(fromWire)))
  })

/** Statuses never change, so they are loaded once. */
const statusesOf = async (id: string) =>
  statuses.value.get(id) ?? (await api.listStatuses({ project_id: projectOnWire(id) })).statuses.map(fromWire)

export async function loadProject(id: string): Promise<void> {
  if (isUnsent(id)) await settled()
  try {
    await read(async () => {
      const [{ cards }, list] = await Promise.all([
        api.listProjectCards({ project_id: projectOnWire(id) }),
        statusesOf(id),
      ])
      const byStatus = Map.groupBy(cards.map(fromWire), keyOf)
      const fill = cardEdit((now) =>
        list.reduce((made, status) => replace(made, status.id, byStatus.get(status.id) ?? []), now),
      )
      return (now) => fill(now.statuses.has(id) ? now : setStatuses(now, id, list))
    })
  } catch (error) {
    if (isProblem(error, 'not_found')) {
      const lost = columnsOf(id)
      await read(async () => (now) => removeProject(now, id))
      rescueDrafts(lost)
    }
    throw error
  }
}

/** The cards of a project, or of the inbox. */
export const load = (projectId: string | null) => (projectId ? loadProject(projectId) : loadInbox())

export async function ensureLoaded(projectId: string | null): Promise<void> {
  if (!isLoaded(projectId)) await load(projectId)
}

/** For the palette, which searches all cards. */
export async function loadEverything(): Promise<void> {
  await ensureProjects()
  await Promise.all([null, ...(projects.value ?? []).map(({ id }) => id)].map(ensureLoaded))
}

/** Reloads what is on the page, and forgets the cards of other projects, which are loaded again when needed. */
export async function refresh(shown: string | null | undefined): Promise<void> {
  await loadProjects()
  const others = [...statuses.value.keys()].filter((id) => id !== shown)
  const stale = new Set(others.flatMap(columnsOf).map(keyOf))
  await read(async () => cardEdit((now) => forget(now, stale)))
  await Promise.all([loadInbox(), shown && findProject(shown) && loadProject(shown)])
}

/** When a project was deleted elsewhere, what is typed in its columns moves to the inbox's field. */
function rescueDrafts(lost: readonly Column[]): void {
  const rescued = lost.filter((column) => carry(newCardDraft(column), newCardDraft(inbox)))
  if (rescued.length > 0)
    notify({ text: 'What you were writing in this project is in your inbox’s field now.' })
}
