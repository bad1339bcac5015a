import { computed, signal } from '@preact/signals'
import type { Project, Status } from '../../contract/project.ts'
import { api } from '../api.ts'
import { columns, read } from './changes.ts'
import { cardsOf, forget, inbox, keyOf, type Place, replace } from './columns.ts'
import { fromWire } from './ids.ts'

export const projects = signal<readonly Project[] | undefined>()
export const statuses = signal<ReadonlyMap<string, readonly Status[]>>(new Map())

export const findProject = (id: string) => projects.value?.find((project) => project.id === id)

/** The places of a project, in order; none if it is not loaded. */
export const placesOf = (projectId: string): Place[] =>
  (statuses.value.get(projectId) ?? []).map(({ id }) => ({ project_id: projectId, status_id: id }))

export const isLoaded = (projectId: string | null) =>
  projectId === null ? columns.value.has(keyOf(inbox)) : statuses.value.has(projectId)

export function nameOf(place: Place): string {
  if (place.project_id === null) return 'Inbox'
  return statuses.value.get(place.project_id)?.find(({ id }) => id === place.status_id)?.name ?? ''
}

export const fullNameOf = (place: Place): string =>
  place.project_id ? `${findProject(place.project_id)?.title} · ${nameOf(place)}` : 'Inbox'

/** Counts follow what is on the page where they can, and the server's own where they cannot. */
export const progress = computed(
  () =>
    new Map(
      projects.value?.map((project) => {
        if (!isLoaded(project.id))
          return [project.id, { all: project.card_count, complete: project.completed_card_count }]
        const cards = placesOf(project.id).flatMap((place) => cardsOf(columns.value, keyOf(place)))
        return [project.id, { all: cards.length, complete: cards.filter((card) => card.complete).length }]
      }),
    ),
)

export async function loadProjects(): Promise<void> {
  projects.value = (await api.listProjects()).projects
}

export const loadInbox = () =>
  read(async () => {
    const { cards } = await api.listInboxCards()
    return (now) => replace(now, keyOf(inbox), cards.map(fromWire))
  })

/** Statuses never change, so they are asked for once. */
async function statusesOf(id: string): Promise<readonly Status[]> {
  return statuses.value.get(id) ?? (await api.listStatuses({ project_id: id })).statuses
}

export const loadProject = (id: string) =>
  read(async () => {
    const [{ cards }, list] = await Promise.all([api.listProjectCards({ project_id: id }), statusesOf(id)])
    const byStatus = Map.groupBy(cards.map(fromWire), keyOf)
    return (now) => {
      if (!statuses.value.has(id)) statuses.value = new Map([...statuses.value, [id, list]])
      return list.reduce((made, status) => replace(made, status.id, byStatus.get(status.id) ?? []), now)
    }
  })

export const load = (projectId: string | null) => (projectId ? loadProject(projectId) : loadInbox())

export async function ensureLoaded(projectId: string | null): Promise<void> {
  if (!isLoaded(projectId)) await load(projectId)
}

/** So that the palette can find every card. */
export const loadEverything = () =>
  Promise.all([null, ...(projects.value ?? []).map(({ id }) => id)].map(ensureLoaded))

/** Whatever is loaded, as it is now on the server. */
export async function refresh(): Promise<void> {
  await loadProjects()
  const there = new Set(projects.value?.map(({ id }) => id))
  for (const id of statuses.value.keys()) if (!there.has(id)) await forgetProject(id)
  await Promise.all([loadInbox(), ...[...statuses.value.keys()].map(loadProject)])
}

export async function forgetProject(id: string): Promise<void> {
  const keys = new Set(placesOf(id).map(keyOf))
  projects.value = projects.value?.filter((project) => project.id !== id)
  statuses.value = new Map([...statuses.value].filter(([key]) => key !== id))
  await read(async () => (now) => forget(now, keys))
}
