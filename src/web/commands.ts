import { deleteAndStepOn, moveAcross, moveWithin } from './actions/chosen-cards.ts'
import { toggleComplete } from './actions/complete-cards.ts'
import { keepBoth, keepMine, keepTheirs, resolve } from './actions/refusals.ts'
import { step, stepToEnd } from './actions/step.ts'
import { undoLast } from './actions/undo.ts'
import { askToEmptyBin } from './bin/delete-for-good.tsx'
import { composerId } from './board/composer.tsx'
import { startEditing } from './board/editor.tsx'
import { startRenaming } from './board/project-title.tsx'
import { open } from './dialogs/open.ts'
import { askToSignOut } from './dialogs/sign-out.tsx'
import { startProject } from './frame/new-project.tsx'
import type { IconName } from './icons.tsx'
import { go, page, pathTo } from './route.ts'
import { workspace } from './state/changes.ts'
import { cursor, elementOf } from './state/focus.ts'
import { projects } from './state/projects.ts'
import { conflicts } from './state/refusals.ts'
import { chosen, selectColumn, selected, toggleSelected, unselect } from './state/selection.ts'
import { shownCards, shownColumns, shownProject, whereIs } from './state/shown.ts'
import { theme, themes } from './theme.ts'

export const groups = ['Go', 'Cards', 'Project', 'Anywhere'] as const

/** Everything a person can do. The keyboard shortcuts, the palette, the menus and the help are made from this list. */
export interface Command {
  name: string
  group: (typeof groups)[number]
  icon?: IconName
  /** Shift is written only with named keys (Shift+ArrowUp, but ?). Mod is Ctrl, or ⌘ on a Mac. */
  keys?: readonly string[]
  /** Whether it is possible now; always, if left out. */
  when?: () => boolean
  /** Moves the cursor or opens a list, so it is left out of menus and the palette. */
  isStep?: true
  run(): unknown
}

const hasCards = () => shownCards.value.some((cards) => cards.length > 0)
const hasChosen = () => chosen.value.length > 0
const hasConflict = () => chosen.value.length === 1 && conflicts.value.has(chosen.value[0] ?? '')
const isBoard = () => typeof shownProject.value === 'string'
const columnOfCursor = () => shownColumns.value[whereIs(cursor.value)?.column ?? 0]

const isStep = true as const

/** A link or button on the chosen card, for the keyboard to press. */
const onChosen = (selector: string) =>
  chosen.value.length === 1 ? elementOf(chosen.value[0])?.querySelector<HTMLElement>(selector) : undefined
const firstLink = () => onChosen('a')
const unfoldButton = () => onChosen('.unfold')

function selectHere(): void {
  const column = columnOfCursor()
  if (column) selectColumn(column)
}

function neighbourProject(by: 1 | -1): void {
  const paths = [pathTo(null), ...(projects.value ?? []).map(({ id }) => pathTo(id))]
  // From any other page, such as the settings, start at the inbox.
  const index = Math.max(0, paths.indexOf(location.pathname))
  go(paths.at((index + by) % paths.length) ?? '/')
}

function composeHere(): void {
  const column = columnOfCursor()
  if (column) document.getElementById(composerId(column))?.focus()
}

function deleteCompleted(): void {
  deleteAndStepOn(shownCards.value.flat().flatMap(({ id, complete }) => (complete ? [id] : [])))
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
  { group: 'Go', name: 'Go to the bin', icon: 'trash', keys: ['b'], run: () => go('/bin') },
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
    name: 'Open link',
    icon: 'link',
    keys: ['o'],
    when: () => Boolean(firstLink()),
    run: () => firstLink()?.click(),
  },
  {
    group: 'Cards',
    name: 'Show all or less of the text',
    icon: 'unfold',
    keys: ['v'],
    when: () => Boolean(unfoldButton()),
    run: () => unfoldButton()?.click(),
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
    when: () => shownColumns.value.length > 0,
    run: composeHere,
  },
  {
    group: 'Cards',
    name: 'Keep my text',
    when: hasConflict,
    run: () => resolve(chosen.value[0] ?? '', keepMine),
  },
  {
    group: 'Cards',
    name: 'Keep their text',
    when: hasConflict,
    run: () => resolve(chosen.value[0] ?? '', keepTheirs),
  },
  {
    group: 'Cards',
    name: 'Keep both texts',
    when: hasConflict,
    run: () => resolve(chosen.value[0] ?? '', keepBoth),
  },
  {
    group: 'Cards',
    name: 'Delete all completed cards here',
    when: () => shownCards.value.flat().some(({ complete }) => complete),
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

  { group: 'Anywhere', name: 'Add to inbox', icon: 'inbox', keys: ['a'], run: () => open('capture') },
  {
    group: 'Anywhere',
    name: 'What is waiting to be sent',
    icon: 'upload',
    run: () => open('outbox'),
  },
  {
    group: 'Anywhere',
    name: 'Empty the bin',
    icon: 'trash',
    when: () => page.value.name === 'bin' && Boolean(workspace.value.bin?.length),
    run: askToEmptyBin,
  },
  { group: 'Anywhere', name: 'Undo', keys: ['z', 'Mod+z'], run: undoLast },
  { group: 'Anywhere', name: 'Keyboard shortcuts', icon: 'keyboard', keys: ['?'], run: () => open('help') },
  { group: 'Anywhere', name: 'Light, dark or as the system', icon: 'auto', run: nextTheme },
  { group: 'Anywhere', name: 'Print this page', run: () => print() },
  { group: 'Anywhere', name: 'Sign out', run: askToSignOut },
]

export const isPossible = ({ when }: Command) => when?.() ?? true
