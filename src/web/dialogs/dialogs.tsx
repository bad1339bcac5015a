import { useLayoutEffect } from 'preact/hooks'
import { sendAndStepOn } from '../actions/chosen-cards.ts'
import { goToCard } from '../actions/go-to-card.ts'
import { DeleteForGood } from '../bin/delete-for-good.tsx'
import { commands, isPossible } from '../commands.ts'
import { later } from '../later.tsx'
import { go, pathTo } from '../route.ts'
import { labelOf } from '../shortcuts.ts'
import { columns } from '../state/changes.ts'
import { findAll } from '../state/columns.ts'
import { findProject, fullNameOf, projects, statuses } from '../state/projects.ts'
import { chosen } from '../state/selection.ts'
import { shownProject } from '../state/shown.ts'
import { briefly, called, titleOf } from '../state/wording.ts'
import { hasKeyboard } from '../touch.ts'
import { ActionSheet, CardSheet } from './action-sheet.tsx'
import { Capture, captureText } from './capture.tsx'
import { useByTouch } from './dialog.tsx'
import { dialog } from './open.ts'
import { type Choice, Picker } from './picker.tsx'

const rare = () => import('./rare.ts')
const OutboxDialog = later(async () => (await rare()).OutboxDialog)
const DeleteProject = later(async () => (await rare()).DeleteProject)
const Help = later(async () => (await rare()).Help)
const SignOut = later(async () => (await rare()).SignOut)

export function Dialogs() {
  // Not every browser has our worker.
  useLayoutEffect(() => void rare().catch(() => {}), [])
  switch (dialog.value) {
    case 'palette':
      return <Palette />
    case 'card':
      return <CardActions />
    case 'project':
      return <ProjectActions />
    case 'move':
      return <MoveTo />
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

const chosenNames = () => called(findAll(columns.value, chosen.value))

const actions = (group?: string): Choice[] =>
  commands
    .filter(({ isStep, isForKeys }) => !isStep && (!isForKeys || hasKeyboard.value))
    .filter((command) => (!group || command.group === group) && isPossible(command))
    .map(({ name, group: heading, keys = [], icon, run }) => ({
      name,
      group: heading,
      keys: keys.slice(0, 1).map(labelOf),
      ...(icon && { icon }),
      pick: run,
    }))

const Actions = ({ label, group }: { label: string; group: string }) => (
  <Picker label={label} hint={label} choices={actions(group)} />
)

const CardActions = () =>
  useByTouch() ? <CardSheet /> : <Actions label={`Actions for ${chosenNames()}`} group="Cards" />

function ProjectActions() {
  const label = 'Project actions'
  const project = shownProject.value ? findProject(shownProject.value) : undefined
  return useByTouch() ? (
    <ActionSheet label={label} group="Project">
      <h2 dir="auto">{project?.title}</h2>
    </ActionSheet>
  ) : (
    <Actions label={label} group="Project" />
  )
}

/** What is typed into the palette can become a card. */
const addTyped = (typed: string): Choice => ({
  name: `Add to inbox: ${briefly(typed)}`,
  group: 'Cards',
  icon: 'plus',
  pick: () => captureText(typed),
})

/** Searches all actions, projects and cards. */
function Palette() {
  const label = 'Search or do anything'
  const boards: Choice[] = (projects.value ?? []).map(({ id, title }) => ({
    name: title,
    hint: 'Project',
    group: 'Projects',
    icon: 'board',
    pick: () => go(pathTo(id)),
  }))
  const cards: Choice[] = [...columns.value.values()].flat().map((card) => ({
    name: titleOf(card.text),
    more: card.text,
    hint: fullNameOf(card),
    group: 'Cards you have',
    icon: 'card',
    pick: () => goToCard(card),
  }))
  return (
    <Picker label={label} hint={label} choices={[...boards, ...actions(), ...cards]} otherwise={addTyped} />
  )
}

function MoveTo() {
  const ids = chosen.value
  const send = (projectId: string | null, statusId?: string) => sendAndStepOn(ids, projectId, statusId)
  const choicesIn = (id: string, title: string): Choice[] => {
    const list = statuses.value.get(id) ?? []
    return list.map((status) => ({
      name: status.name,
      hint: title,
      group: title,
      icon: 'board',
      pick: () => send(id, status.id),
    }))
  }
  const here = projects.value?.filter(({ id }) => id === shownProject.value) ?? []
  const others = projects.value?.filter(({ id }) => id !== shownProject.value) ?? []
  return (
    <Picker
      label={`Move ${chosenNames()} to`}
      hint={`Move ${chosenNames()} to…`}
      isSheet={useByTouch()}
      choices={[
        ...here.flatMap(({ id, title }) => choicesIn(id, title)),
        { name: 'Inbox', group: 'Inbox', icon: 'inbox' as const, pick: () => send(null) },
        ...others.flatMap(({ id, title }) => choicesIn(id, title)),
      ]}
    />
  )
}
