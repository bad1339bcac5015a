import { computed, signal } from '@preact/signals'
import type { Project, Status } from '../../contract/project.ts'
import { api, isProblem } from '../api.ts'
import { carry } from '../drafts.ts'
import { notify } from '../notices.tsx'
import { columns, read } from './changes.ts'
import { cardsOf, forget, inbox, keyOf, type Place, replace } from './columns.ts'
import { fromWire } from './ids.ts'

export const projects = signal<readonly Project[] | undefined>()
export const statuses = signal<ReadonlyMap<string, readonly Status[]>>(new Map())

export const findProject = (id: string) => projects.value?.find((project) => project.id === id)

/** The places of a project, in order; none if it is not loaded. */
export const placesOf = (projectId: string): Place[] =>
  (statuses.value.get(projectId) ?? []).map(({ id }) => ({ project_id: projectId, status_id: id }))

export function isLoaded(projectId: string | null): boolean {
  const places = projectId === null ? [inbox] : placesOf(projectId)
  return places.length > 0 && places.every((place) => columns.value.has(keyOf(place)))
}

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

export const loadProjects = () =>
  read(async () => {
    const answer = await api.listProjects()
    return (now) => {
      projects.value = answer.projects
      return now
    }
  })

let asking: Promise<void> | undefined

/** The frame and the page both want them, and ask once. */
export async function ensureProjects(): Promise<void> {
  if (projects.value) return
  asking ??= loadProjects().finally(() => {
    asking = undefined
  })
  await asking
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

export const load = (projectId: string | null) => (projectId ? loadProject(projectId) : loadInbox())

export async function ensureLoaded(projectId: string | null): Promise<void> {
  if (!isLoaded(projectId)) await load(projectId)
}

export const isEverythingLoaded = computed(
  () => projects.value !== undefined && [null, ...projects.value.map(({ id }) => id)].every(isLoaded),
)

/** So that the palette can find every card. */
export async function loadEverything(): Promise<void> {
  await ensureProjects()
  await Promise.all([null, ...(projects.value ?? []).map(({ id }) => id)].map(ensureLoaded))
}

/** What is on the page, as it is now on the server. What is not is loaded anew when it is needed. */
export async function refresh(shown: string | null | undefined): Promise<void> {
  const before = projects.value
  await loadProjects()
  const gone = before?.filter(({ id }) => !findProject(id)) ?? []
  for (const { id } of gone) await loseProject(id)
  const others = [...statuses.value.keys()].filter((id) => id !== shown)
  await forgetCards(others.flatMap(placesOf))
  await Promise.all([loadInbox(), shown && !gone.some(({ id }) => id === shown) && loadProject(shown)])
}

const forgetCards = (places: Place[]) => read(async () => (now) => forget(now, new Set(places.map(keyOf))))

export async function forgetProject(id: string): Promise<void> {
  projects.value = projects.value?.filter((project) => project.id !== id)
  await forgetCards(placesOf(id))
  statuses.value = new Map([...statuses.value].filter(([key]) => key !== id))
}

export const draftOfNew = (place: Place) => `new.${keyOf(place)}`

/** It was deleted elsewhere, and nobody asked whoever is writing in it. */
async function loseProject(id: string): Promise<void> {
  const carried = placesOf(id).filter((place) => carry(draftOfNew(place), draftOfNew(inbox)))
  if (carried.length > 0)
    notify({ text: 'What you were writing in this project is in your inbox’s field now.' })
  await forgetProject(id)
}
