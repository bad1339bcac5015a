import { computed } from '@preact/signals'
import { type Column, cardsOf, isLastOf, keyOf } from '../../client/board/columns.ts'
import { columnsIn } from '../../client/board/workspace.ts'
import { columns, workspace } from '../model/changes.ts'

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

/** How many cards each project has, and how many of them are complete. */
export const progress = computed(
  () =>
    new Map(
      projects.value?.map(({ id }) => {
        const cards = columnsOf(id).flatMap((column) => cardsOf(columns.value, keyOf(column)))
        return [id, { all: cards.length, complete: cards.filter((card) => card.complete).length }]
      }),
    ),
)
