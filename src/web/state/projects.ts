import { computed, effect, type Signal } from '@preact/signals'
import { type Column, cardsOf, inbox, isLastOf, keyOf } from '../../board/columns.ts'
import { columnsIn } from '../../board/workspace.ts'
import { stored } from '../device/local-storage.ts'
import { columns, workspace } from '../model/changes.ts'
import { page } from '../navigation/route.ts'
import { lastUserId, user } from '../session/session.ts'

/** Undefined until the account is loaded. */
export const projects = computed(() => workspace.value.projects)
export const statuses = computed(() => workspace.value.statuses)

export const findProject = (id: string) => projects.value?.find((project) => project.id === id)

/** The columns of a project, from left to right. */
export const columnsOf = (projectId: string): Column[] => columnsIn(statuses.value, projectId)

/** Whether it is the last column of a project, whose cards are done. */
export const isLast = (column: Column): boolean =>
  isLastOf(statuses.value.get(column.project_id ?? ''), column)

export const nameOf = ({ project_id, status_id }: Column): string =>
  project_id === null
    ? 'Inbox'
    : (statuses.value.get(project_id)?.find(({ id }) => id === status_id)?.name ?? '')

/** “Garden · To do”, or “Inbox”. */
export const fullNameOf = (column: Column): string =>
  column.project_id ? `${findProject(column.project_id)?.title} · ${nameOf(column)}` : 'Inbox'

/** How many cards a project or the inbox has. */
export function countCards(projectId: string | null): { all: number; complete: number } {
  const counted = { all: 0, complete: 0 }
  for (const column of projectId === null ? [inbox] : columnsOf(projectId))
    for (const { complete } of cardsOf(columns.value, keyOf(column))) {
      counted.all++
      if (complete) counted.complete++
    }
  return counted
}

/** How this device sorts the projects, with the words for it. */
export const projectOrders = { created: 'creation', name: 'name', used: 'recent use' } as const
export type ProjectOrder = keyof typeof projectOrders

export const projectOrder = stored<ProjectOrder>('project-order', 'created')

const most = 100
const none: readonly string[] = []
const ofUsers = new Map<string, Signal<readonly string[]>>()

function find(): Signal<readonly string[]> {
  const name = `recent.${lastUserId()}`
  const found = ofUsers.get(name) ?? stored(name, none)
  ofUsers.set(name, found)
  return found
}

/** The projects and cards that were opened last on this device, by id, newest first. Signing out removes them. */
export const recent = (): readonly string[] => find().value

export function noteOpened(id: string): void {
  const list = find()
  if (list.peek()[0] === id) return
  list.value = [id, ...list.peek().filter((one) => one !== id)].slice(0, most)
}

let isStepping = false

/** Goes to a page without using its project yet: in the order of use, the next key would lead back. */
export function withoutUse(go: () => void): void {
  isStepping = true
  go()
  isStepping = false
}

/** Call this when the person does something on the page. */
export function noteUseOfPage(): void {
  if (page.value.name === 'project') noteOpened(page.value.projectId)
}

effect(() => {
  page.value
  if (user.value && !isStepping) noteUseOfPage()
})

const { compare } = new Intl.Collator('en', { numeric: true })

/** All projects, in the order in which this device shows them. */
export const sortedProjects = computed(() => {
  const all = projects.value
  switch (projectOrder.value) {
    case 'name':
      return all?.toSorted((one, other) => compare(one.title, other.title))
    case 'used': {
      const ranks = new Map(recent().map((id, index) => [id, index]))
      const rankOf = ({ id }: { id: string }) => ranks.get(id) ?? ranks.size
      return all?.toSorted((one, other) => rankOf(one) - rankOf(other))
    }
    default:
      return all
  }
})
