import { useLayoutEffect } from 'preact/hooks'
import { findAll, inbox, keyOf } from '../../client/board/columns.ts'
import { sendAndStepOn } from '../actions/chosen-cards.ts'
import { dates } from '../dates/lazy.ts'
import { menuLabel } from '../menus/items.ts'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { later } from '../parts/later.tsx'
import { columnsOf, findProject, nameOf, projects } from '../state/projects.ts'
import { chosen } from '../state/selection.ts'
import { chosenColumn, chosenProject } from '../state/subject.ts'
import { ActionSheet, CardSheet } from './action-sheet.tsx'
import { Capture } from './capture.tsx'
import { useByTouch, useClosedWithout } from './dialog.tsx'
import { dialog } from './open.ts'
import { Picker } from './picker.tsx'

async function rare() {
  const loaded = await import('./rare.ts')
  dates.value = loaded
  return loaded
}
// At once: what is typed first may be a date.
rare().catch(() => {})

const OutboxDialog = later(async () => (await rare()).OutboxDialog)
const DatePicker = later(async () => (await rare()).DatePicker)
const DeleteForGood = later(async () => (await rare()).DeleteForGood)
const DeleteProject = later(async () => (await rare()).DeleteProject)
const Help = later(async () => (await rare()).Help)
const Palette = later(async () => (await rare()).Palette)
const SignOut = later(async () => (await rare()).SignOut)

export function Dialogs() {
  // Preloads them, for browsers without our service worker. The palette must not miss the keys that follow its own.
  useLayoutEffect(() => void Palette.preload().catch(() => {}), [])
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

function MoveTo() {
  const cards = findAll(columns.value, chosen.value)
  useClosedWithout(() => chosen.value.length > 0)
  const [card] = cards
  if (!card) return null
  const ids = cards.map(({ id }) => id)
  const placesIn = (projectId: string, title: string) =>
    columnsOf(projectId).map((column) => ({ column, title, icon: 'board' as const }))
  const isHere = ({ id }: { id: string }) => id === card.project_id
  const [here, others] = [true, false].map((wanted) =>
    (projects.value ?? []).filter((project) => isHere(project) === wanted),
  )
  const places = [
    ...(here ?? []).flatMap(({ id, title }) => placesIn(id, title)),
    { column: inbox, title: 'Inbox', icon: 'inbox' as const },
    ...(others ?? []).flatMap(({ id, title }) => placesIn(id, title)),
  ]
  const at = places.findIndex(({ column }) => keyOf(column) === keyOf(card))
  const isNext = card.project_id !== null && places[at + 1]?.column.project_id === card.project_id
  return (
    <Picker
      label={`Move ${called(cards)} to`}
      hint={`Move ${called(cards)} to…`}
      isSheet={useByTouch()}
      // The column on the right; from the last one and from the inbox, the first of the others.
      initial={isNext ? at + 1 : at === 0 ? 1 : 0}
      choices={places.map(({ column, title, icon }) => ({
        name: nameOf(column),
        ...(column.project_id && { hint: title }),
        group: title,
        icon,
        pick: () => sendAndStepOn(ids, column.project_id, column.status_id ?? undefined),
      }))}
    />
  )
}
