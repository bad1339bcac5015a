import { deleteAndStepOn, moveAcross, moveWithin } from './actions/chosen-cards.ts'
import { toggleComplete } from './actions/complete-cards.ts'
import { keepBoth, keepMine, keepTheirs, resolve } from './actions/refusals.ts'
import { reloadAll } from './actions/reload.ts'
import { step, stepToEnd } from './actions/step.ts'
import { undoLast } from './actions/undo.ts'
import { askToEmptyBin } from './bin/delete-for-good.tsx'
import { composerId } from './board/composer.tsx'
import { startEditing } from './board/editor.tsx'
import { startRenaming } from './board/project-title.tsx'
import { askToSignOut } from './dialogs/ask-to-sign-out.ts'
import { open } from './dialogs/open.ts'
import { startProject } from './frame/new-project.tsx'
import type { IconName } from './icons.tsx'
import { go, page, pathTo } from './route.ts'
import { columns, workspace } from './state/changes.ts'
import { type Column, findAll, inbox } from './state/columns.ts'
import { cursor, elementOf } from './state/focus.ts'
import { nameOf, projects } from './state/projects.ts'
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
  /** Of no use without a keyboard, so it is left out where there seems to be none. */
  isForKeys?: true
  /** Its place among what a finger can do with a card or a project, in the order of use. */
  use?: number
  /** What it would do now, where its name leaves that open. */
  label?: () => string
  run(): unknown
}

const hasCards = () => shownCards.value.some((cards) => cards.length > 0)
const hasChosen = () => chosen.value.length > 0
const hasConflict = () => chosen.value.length === 1 && conflicts.value.has(chosen.value[0] ?? '')
const isBoard = () => typeof shownProject.value === 'string'
const columnOfCursor = () => shownColumns.value[whereIs(cursor.value)?.column ?? 0]

/** The column to the left or right of the card under the cursor. */
function columnBeside(by: 1 | -1): Column | undefined {
  const at = whereIs(cursor.value)
  return at && shownColumns.value[at.column + by]
}

/** Whether the chosen cards are not yet at the end of their column. */
function canMoveWithin(end: 0 | -1): boolean {
  const at = whereIs(cursor.value)
  const last = at && shownCards.value[at.column]?.at(end)
  return last !== undefined && !chosen.value.includes(last.id)
}

const areComplete = () => findAll(columns.value, chosen.value).every(({ complete }) => complete)

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
  {
    group: 'Cards',
    name: 'Move up',
    icon: 'up',
    keys: ['Shift+ArrowUp'],
    use: 6,
    when: () => canMoveWithin(0),
    run: () => moveWithin(-1),
  },
  {
    group: 'Cards',
    name: 'Move down',
    icon: 'down',
    keys: ['Shift+ArrowDown'],
    use: 7,
    when: () => canMoveWithin(-1),
    run: () => moveWithin(1),
  },
  {
    group: 'Cards',
    name: 'Move to the column on the left',
    icon: 'left',
    keys: ['Shift+ArrowLeft'],
    use: 5,
    label: () => `Move to ${nameOf(columnBeside(-1) ?? inbox)}`,
    when: () => columnBeside(-1) !== undefined,
    run: () => moveAcross(-1),
  },
  {
    group: 'Cards',
    name: 'Move to the column on the right',
    icon: 'right',
    keys: ['Shift+ArrowRight'],
    use: 4,
    label: () => `Move to ${nameOf(columnBeside(1) ?? inbox)}`,
    when: () => columnBeside(1) !== undefined,
    run: () => moveAcross(1),
  },
  {
    group: 'Cards',
    name: 'Move to…',
    icon: 'move',
    keys: ['m'],
    use: 3,
    when: hasChosen,
    run: () => open('move'),
  },
  {
    group: 'Cards',
    name: 'Edit',
    icon: 'pencil',
    keys: ['Enter', 'e'],
    use: 2,
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
    use: 1,
    label: () => (areComplete() ? 'Reopen' : 'Complete'),
    when: hasChosen,
    run: () => toggleComplete(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Delete',
    icon: 'trash',
    keys: ['Delete', 'Backspace'],
    use: 9,
    when: hasChosen,
    run: () => deleteAndStepOn(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Select or unselect',
    icon: 'select',
    keys: ['x'],
    use: 8,
    label: () => (selected.value.has(cursor.value ?? '') ? 'Unselect' : 'Select'),
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
  // The field does this by itself. It is here for the help.
  {
    group: 'Cards',
    name: 'New line, while writing',
    keys: ['Shift+Enter'],
    when: () => false,
    isStep,
    run: () => {},
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
    use: 1,
    when: isBoard,
    run: startRenaming,
  },
  {
    group: 'Project',
    name: 'Delete this project',
    icon: 'trash',
    use: 2,
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
  {
    group: 'Anywhere',
    name: 'Keyboard shortcuts',
    icon: 'keyboard',
    keys: ['?'],
    isForKeys: true,
    run: () => open('help'),
  },
  { group: 'Anywhere', name: 'Light, dark or as the system', icon: 'auto', run: nextTheme },
  { group: 'Anywhere', name: 'Reload everything from the server', run: reloadAll },
  { group: 'Anywhere', name: 'Print this page', run: () => print() },
  { group: 'Anywhere', name: 'Sign out', run: askToSignOut },
]

export const isPossible = ({ when }: Command) => when?.() ?? true
