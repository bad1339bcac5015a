import type { Status } from '../../contract/project.ts'
import { api, isProblem } from '../api.ts'
import { read } from './changes.ts'
import { type Column, forget, inbox, keyOf, replace } from './columns.ts'
import { carry, newCardDraft } from './drafts.ts'
import { fromWire } from './ids.ts'
import { notify } from './notices.ts'
import { columnsOf, findProject, isLoaded, projects, statuses } from './projects.ts'

export const loadProjects = () =>
  read(async () => {
    const answer = await api.listProjects()
    return (now) => {
      projects.value = answer.projects
      return now
    }
  })

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
    return (now) => replace(now, keyOf(inbox), cards.map(fromWire))
  })

/** Statuses never change, so they are loaded once. */
async function statusesOf(id: string): Promise<readonly Status[]> {
  return statuses.value.get(id) ?? (await api.listStatuses({ project_id: id })).statuses
}

export async function loadProject(id: string): Promise<void> {
  try {
    await read(async () => {
      const [{ cards }, list] = await Promise.all([api.listProjectCards({ project_id: id }), statusesOf(id)])
      const byStatus = Map.groupBy(cards.map(fromWire), keyOf)
      return (now) => {
        if (!statuses.value.has(id)) statuses.value = new Map([...statuses.value, [id, list]])
        return list.reduce((made, status) => replace(made, status.id, byStatus.get(status.id) ?? []), now)
      }
    })
  } catch (error) {
    if (isProblem(error, 'not_found')) await loseProject(id)
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
  const before = projects.value
  await loadProjects()
  const gone = before?.filter(({ id }) => !findProject(id)) ?? []
  for (const { id } of gone) await loseProject(id)
  const others = [...statuses.value.keys()].filter((id) => id !== shown)
  await forgetCards(others.flatMap(columnsOf))
  await Promise.all([loadInbox(), shown && !gone.some(({ id }) => id === shown) && loadProject(shown)])
}

const forgetCards = (gone: Column[]) => read(async () => (now) => forget(now, new Set(gone.map(keyOf))))

export async function forgetProject(id: string): Promise<void> {
  projects.value = projects.value?.filter((project) => project.id !== id)
  await forgetCards(columnsOf(id))
  statuses.value = new Map([...statuses.value].filter(([key]) => key !== id))
}

/** A project was deleted elsewhere: what is typed in its columns moves to the inbox's field. */
async function loseProject(id: string): Promise<void> {
  const carried = columnsOf(id).filter((column) => carry(newCardDraft(column), newCardDraft(inbox)))
  if (carried.length > 0)
    notify({ text: 'What you were writing in this project is in your inbox’s field now.' })
  await forgetProject(id)
}
