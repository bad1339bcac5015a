import { computed } from '@preact/signals'
import { columns, workspace } from './changes.ts'
import { type Column, cardsOf, inbox, keyOf } from './columns.ts'
import { columnsIn } from './workspace.ts'

export const projects = computed(() => workspace.value.projects)
export const statuses = computed(() => workspace.value.statuses)

export const findProject = (id: string) => projects.value?.find((project) => project.id === id)

/** The columns of a project, from left to right; none until its statuses are loaded. */
export const columnsOf = (projectId: string): Column[] => columnsIn(statuses.value, projectId)

export const nameOf = ({ project_id, status_id }: Column): string =>
  project_id === null
    ? 'Inbox'
    : (statuses.value.get(project_id)?.find(({ id }) => id === status_id)?.name ?? '')

/** “Garden · To do”, or “Inbox”. */
export const fullNameOf = (column: Column): string =>
  column.project_id ? `${findProject(column.project_id)?.title} · ${nameOf(column)}` : 'Inbox'

/** Whether the cards of a project, or of the inbox, are loaded. */
export function isLoaded(projectId: string | null): boolean {
  const all = projectId === null ? [inbox] : columnsOf(projectId)
  return all.length > 0 && all.every((column) => columns.value.has(keyOf(column)))
}

export const isEverythingLoaded = computed(
  () => projects.value !== undefined && [null, ...projects.value.map(({ id }) => id)].every(isLoaded),
)

/** How many cards each project has: counted here where its cards are loaded, else as the server counted them. */
export const progress = computed(
  () =>
    new Map(
      projects.value?.map((project) => {
        if (!isLoaded(project.id))
          return [project.id, { all: project.card_count, complete: project.completed_card_count }]
        const cards = columnsOf(project.id).flatMap((column) => cardsOf(columns.value, keyOf(column)))
        return [project.id, { all: cards.length, complete: cards.filter((card) => card.complete).length }]
      }),
    ),
)
