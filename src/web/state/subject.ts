import { computed, signal } from '@preact/signals'
import { type Column, keyOf } from '../../client/board/columns.ts'
import { cursor } from './focus.ts'
import { shownColumns, shownProject, whereIs } from './shown.ts'

/** The project or the column that a menu was opened for, until the menu, and a dialog that it has opened, is closed. */
export const subject = signal<{ projectId?: string; columnKey?: string }>({})

/** What the commands for a project apply to: the one that its menu was opened for, else that of the page. */
export const chosenProject = computed(() => subject.value.projectId ?? shownProject.value ?? undefined)

/** What the commands for a column apply to: the one that its menu was opened for, else that of the cursor, else the first. */
export const chosenColumn = computed((): Column | undefined => {
  const { columnKey } = subject.value
  if (columnKey !== undefined) return shownColumns.value.find((column) => keyOf(column) === columnKey)
  return shownColumns.value[whereIs(cursor.value)?.column ?? 0]
})
