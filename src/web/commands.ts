import { composerId } from './board/composer.tsx'
import { startEditing } from './board/editor.tsx'
import { deleteAndStepOn, moveAcross, moveWithin, step, stepToEnd } from './board/keys.ts'
import { startRenaming } from './board/project-title.tsx'
import { shownColumns, shownPlaces, shownProject, whereIs } from './board/shown.ts'
import { open } from './dialogs/open.ts'
import { startProject } from './frame/new-project.tsx'
import type { IconName } from './icons.tsx'
import { go, pathTo } from './route.ts'
import { signOut } from './session.ts'
import { toggleComplete } from './state/cards.ts'
import { projects } from './state/places.ts'
import { chosen, cursor, selectColumn, selected, toggleSelected, unselect } from './state/selection.ts'
import { undoLast } from './state/undo.ts'
import { theme, themes } from './theme.ts'

export const groups = ['Go', 'Cards', 'Project', 'Anywhere'] as const

/** Everything that can be done, once: the keyboard, the palette, the menus and the help are all made of this. */
export interface Command {
  name: string
  group: (typeof groups)[number]
  icon?: IconName
  /** Shift is written out only with keys that have a name. Mod is Ctrl, or ⌘ on a Mac. */
  keys?: readonly string[]
  /** Whether it makes sense now. */
  when?: () => boolean
  /** A movement, of no use in a list of things to choose from. */
  isStep?: true
  run(): unknown
}

const hasCards = () => shownColumns.value.some((cards) => cards.length > 0)
const hasChosen = () => chosen.value.length > 0
const isBoard = () => typeof shownProject.value === 'string'
const placeOfCursor = () => shownPlaces.value[whereIs(cursor.value)?.column ?? 0]

const isStep = true as const

function selectHere(): void {
  const place = placeOfCursor()
  if (place) selectColumn(place)
}

function neighbourProject(by: 1 | -1): void {
  const paths = [pathTo(null), ...(projects.value ?? []).map(({ id }) => pathTo(id))]
  // From the settings it is as from the inbox.
  const index = Math.max(0, paths.indexOf(location.pathname))
  go(paths.at((index + by) % paths.length) ?? '/')
}

function composeHere(): void {
  const place = placeOfCursor()
  if (place) document.getElementById(composerId(place))?.focus()
}

function deleteCompleted(): void {
  deleteAndStepOn(shownColumns.value.flat().flatMap(({ id, complete }) => (complete ? [id] : [])))
}

const nextTheme = () => {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
}

export const commands: readonly Command[] = [
  {
    group: 'Go',
    name: 'Search or do anything',
    icon: 'search',
    keys: ['Mod+k', '/'],
    isStep,
    run: () => open('palette'),
  },
  { group: 'Go', name: 'Go to the inbox', icon: 'inbox', keys: ['i'], run: () => go('/') },
  { group: 'Go', name: 'Next project', keys: [']'], run: () => neighbourProject(1) },
  { group: 'Go', name: 'Previous project', keys: ['['], run: () => neighbourProject(-1) },
  { group: 'Go', name: 'Settings', icon: 'settings', keys: [','], run: () => go('/settings') },

  {
    group: 'Cards',
    name: 'Card above',
    keys: ['ArrowUp', 'k'],
    when: hasCards,
    isStep,
    run: () => step(0, -1),
  },
  {
    group: 'Cards',
    name: 'Card below',
    keys: ['ArrowDown', 'j'],
    when: hasCards,
    isStep,
    run: () => step(0, 1),
  },
  {
    group: 'Cards',
    name: 'Column to the left',
    keys: ['ArrowLeft', 'h'],
    when: hasCards,
    isStep,
    run: () => step(-1, 0),
  },
  {
    group: 'Cards',
    name: 'Column to the right',
    keys: ['ArrowRight', 'l'],
    when: hasCards,
    isStep,
    run: () => step(1, 0),
  },
  {
    group: 'Cards',
    name: 'First card of the column',
    keys: ['Home'],
    when: hasCards,
    isStep,
    run: () => stepToEnd('first'),
  },
  {
    group: 'Cards',
    name: 'Last card of the column',
    keys: ['End'],
    when: hasCards,
    isStep,
    run: () => stepToEnd('last'),
  },
  { group: 'Cards', name: 'Move up', keys: ['Shift+ArrowUp'], when: hasChosen, run: () => moveWithin(-1) },
  { group: 'Cards', name: 'Move down', keys: ['Shift+ArrowDown'], when: hasChosen, run: () => moveWithin(1) },
  {
    group: 'Cards',
    name: 'Move to the column on the left',
    keys: ['Shift+ArrowLeft'],
    when: () => hasChosen() && isBoard(),
    run: () => moveAcross(-1),
  },
  {
    group: 'Cards',
    name: 'Move to the column on the right',
    keys: ['Shift+ArrowRight'],
    when: () => hasChosen() && isBoard(),
    run: () => moveAcross(1),
  },
  { group: 'Cards', name: 'Move to…', icon: 'move', keys: ['m'], when: hasChosen, run: () => open('move') },
  {
    group: 'Cards',
    name: 'Edit',
    icon: 'pencil',
    keys: ['Enter', 'e'],
    when: () => chosen.value.length === 1,
    run: () => startEditing(chosen.value[0] ?? ''),
  },
  {
    group: 'Cards',
    name: 'Complete or reopen',
    icon: 'check',
    keys: ['Space', 'c'],
    when: hasChosen,
    run: () => toggleComplete(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Delete',
    icon: 'trash',
    keys: ['Delete', 'Backspace'],
    when: hasChosen,
    run: () => deleteAndStepOn(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Select or unselect',
    keys: ['x'],
    when: () => cursor.value !== undefined,
    run: () => toggleSelected(cursor.value ?? ''),
  },
  { group: 'Cards', name: 'Select the whole column', keys: ['Mod+a'], when: hasCards, run: selectHere },
  {
    group: 'Cards',
    name: 'Clear the selection',
    keys: ['Escape'],
    when: () => selected.value.size > 0,
    run: unselect,
  },
  {
    group: 'Cards',
    name: 'New card',
    icon: 'plus',
    keys: ['n'],
    when: () => shownPlaces.value.length > 0,
    run: composeHere,
  },
  {
    group: 'Cards',
    name: 'Delete all completed cards here',
    when: () => shownColumns.value.flat().some(({ complete }) => complete),
    run: deleteCompleted,
  },

  { group: 'Project', name: 'New project', icon: 'plus', keys: ['p'], run: startProject },
  {
    group: 'Project',
    name: 'Rename this project',
    icon: 'pencil',
    keys: ['r'],
    when: isBoard,
    run: startRenaming,
  },
  {
    group: 'Project',
    name: 'Delete this project',
    icon: 'trash',
    when: isBoard,
    run: () => open('delete project'),
  },

  { group: 'Anywhere', name: 'Undo', keys: ['z', 'Mod+z'], run: undoLast },
  { group: 'Anywhere', name: 'Keyboard shortcuts', icon: 'keyboard', keys: ['?'], run: () => open('help') },
  { group: 'Anywhere', name: 'Light, dark or as the system', icon: 'auto', run: nextTheme },
  { group: 'Anywhere', name: 'Sign out', run: signOut },
]

export const isPossible = ({ when }: Command) => when?.() ?? true
