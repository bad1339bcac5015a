import { useLayoutEffect } from 'preact/hooks'
import { dates } from '../dates/lazy.ts'
import { menuLabel } from '../menus/items.ts'
import { later } from '../parts/later.tsx'
import { leisure } from '../parts/leisure.ts'
import { findProject, nameOf } from '../state/projects.ts'
import { chosenColumn, chosenProject } from '../state/selection.ts'
import { ActionSheet, CardSheet } from './action-sheet.tsx'
import { dialog } from './open.ts'

async function rare() {
  const loaded = await import('./rare.ts')
  dates.value = loaded
  return loaded
}
// Soon: what is typed first may be a date.
leisure.then(rare).catch(() => {})

const Capture = later(async () => (await rare()).Capture)
const DatePicker = later(async () => (await rare()).DatePicker)
const DeleteForGood = later(async () => (await rare()).DeleteForGood)
const DeleteProject = later(async () => (await rare()).DeleteProject)
const OutboxDialog = later(async () => (await rare()).OutboxDialog)
const Help = later(async () => (await rare()).Help)
const MoveTo = later(async () => (await rare()).MoveTo)
const Palette = later(async () => (await rare()).Palette)
const SignOut = later(async () => (await rare()).SignOut)

export function Dialogs() {
  // These must not miss the keys that follow their own.
  useLayoutEffect(() => {
    for (const { preload } of [Palette, MoveTo, DatePicker]) leisure.then(preload).catch(() => {})
  }, [])
  switch (dialog.value) {
    case 'palette':
      return <Palette />
    case 'card':
      return <CardSheet />
    case 'project':
      return <ProjectSheet />
    case 'column':
      return <ColumnSheet />
    case 'move':
      return <MoveTo />
    case 'date':
      return <DatePicker />
    case 'help':
      return <Help />
    case 'delete project':
      return <DeleteProject />
    case 'capture':
      return <Capture />
    case 'outbox':
      return <OutboxDialog />
    case 'delete for good':
      return <DeleteForGood />
    case 'sign out':
      return <SignOut />
    default:
      return null
  }
}

/** Of what a menu is for, under a finger. */
const ProjectSheet = () => (
  <ActionSheet label={menuLabel('project')} kind="project">
    <h2 dir="auto">{findProject(chosenProject.value ?? '')?.title}</h2>
  </ActionSheet>
)

const ColumnSheet = () => (
  <ActionSheet label={menuLabel('column')} kind="column">
    <h2 dir="auto">{chosenColumn.value && nameOf(chosenColumn.value)}</h2>
  </ActionSheet>
)
