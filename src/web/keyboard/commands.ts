import { effect } from '@preact/signals'
import { findAll, inbox } from '../../board/columns.ts'
import {
  clearCompleted,
  columnBeside,
  completeChosen,
  copyLinks,
  copyText,
  deleteAndStepOn,
  goToCard,
  moveAcross,
  moveWithin,
  step,
  stepToEnd,
} from '../actions/chosen-cards.ts'
import { keepBoth, keepMine, keepTheirs, resolve } from '../actions/decisions.ts'
import { redoLast, undoLast } from '../actions/undo.ts'
import { askToEmptyBin } from '../bin/ask-to-delete.ts'
import { searchBin } from '../bin/search-bin.ts'
import { composerId } from '../board/composer.tsx'
import { startEditing } from '../board/editing/editor.tsx'
import { nameOfFilter, startFiltering } from '../board/filter/filter-field.tsx'
import { startRenaming } from '../board/project-title.tsx'
import { dates } from '../dates/lazy.ts'
import { openDatePicker } from '../dates/open.ts'
import { within } from '../device/base.ts'
import { theme, themes } from '../device/local-storage.ts'
import { askToSignOut } from '../dialogs/ask-to-sign-out.ts'
import { dialog, open } from '../dialogs/open.ts'
import { startProject } from '../frame/new-project.tsx'
import { openCardMenu } from '../menus/open.ts'
import { columns, conflicts, workspace } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { go, page, pathTo } from '../navigation/route.ts'
import type { IconName } from '../parts/icons.tsx'
import { cursor, elementOf } from '../state/focus.ts'
import { announce, notify } from '../state/notices.ts'
import { clearFilter, filter, shownCards, shownColumns, shownProject, whereIs } from '../state/page-cards.ts'
import {
  findProject,
  nameOf,
  type ProjectOrder,
  projectOrder,
  projectOrders,
  projects,
  sortedProjects,
  withoutUse,
} from '../state/projects.ts'
import {
  chosen,
  chosenColumn,
  chosenProject,
  clearSelection,
  extendSelection,
  hasSome,
  nextAll,
  selectAll,
  selectColumn,
  selected,
  subject,
  toggleSelected,
  unselect,
} from '../state/selection.ts'
import { drawnIn, setShowCompleted, showCompleted } from '../state/visible.ts'
import { reloadEverything } from '../sync/follow.ts'

export const groups = ['Go', 'Cards', 'Column', 'Project', 'Anywhere'] as const

/** Everything a person can do: the source of the keyboard shortcuts, the palette, the menus and the help. */
export interface Command {
  name: string
  /** The settings have no keys, so they are left out of the help. */
  group: (typeof groups)[number] | 'Settings'
  icon?: IconName
  /** Other words for it, which are searched as well. */
  words?: string
  /** Shift is written with named keys and letters (Shift+ArrowUp, Shift+c), not with signs (?). Mod is Ctrl, or ⌘ on a Mac. */
  keys?: readonly string[]
  /** Whether it is possible now; always, if left out. */
  when?: () => boolean
  /** Moves the cursor or opens a list, so it is left out of menus and the palette. */
  isStep?: true
  /** Hidden on devices without a keyboard. */
  isForKeys?: true
  /** Its place in the menu of a card, column or project. The tens are groups, with a line between them. */
  use?: number
  /** For one card: not in the menu of several. */
  isForOne?: true
  /** Not in the sheet for a finger, which shows the whole text of a card and its links. */
  isInText?: true
  /** Keeps the selection when it is a key, since one goes on. From a menu it ends, as with every other action. */
  isRepeated?: true
  isDeletion?: true
  /** What it would do now, if that is more specific than its name. The name is still searched. */
  label?: () => string
  /** For a choice between several: whether it is the one made. */
  isCurrent?: () => boolean
  run(): unknown
}

const hasCards = () => shownCards.value.some((cards) => cards.length > 0)
const hasChosen = () => chosen.value.length > 0
const chosenCards = () => findAll(columns.value, chosen.value)
const hasDate = () => dates.value?.hasDate(chosenCards()) ?? false
const hasConflict = () => chosen.value.length === 1 && conflicts.value.has(chosen.value[0] ?? '')
const hasProject = () => findProject(chosenProject.value ?? '') !== undefined
const drawnInChosen = () => chosenColumn.value && drawnIn(chosenColumn.value).value
const columnHasCards = () => (drawnInChosen()?.cards.length ?? 0) > 0

/** False if the chosen cards are already at that end of their column, or if the list is no column. */
function canMoveWithin(end: 0 | -1): boolean {
  const at = shownColumns.value.length > 0 ? whereIs(cursor.value) : undefined
  const last = at && shownCards.value[at.column]?.at(end)
  return last !== undefined && !chosen.value.includes(last.id)
}

/** “Complete”, or “Complete 3 cards”. */
const withCount = (verb: string, more = '') => {
  const { length } = chosen.value
  return length > 1 ? `${verb} ${count(length)} cards${more}` : `${verb}${more}`
}

const areComplete = () => chosenCards().every(({ complete }) => complete)

const isStep = true as const
const isForOne = true as const
const isInText = true as const
const isRepeated = true as const
const isDeletion = true as const

/** A link or button on the chosen card, for the keyboard to press. */
const onChosen = (selector: string) =>
  chosen.value.length === 1 ? elementOf(chosen.value[0])?.querySelector<HTMLElement>(selector) : undefined
const firstLink = () => onChosen('a')
const unfoldButton = () => onChosen('.unfold')

function selectHere(): void {
  const column = chosenColumn.value
  if (column) selectColumn(column)
  else selectAll(false)
}

/** In the picker the whole column is selected; afterwards, what was selected before. */
function moveWholeColumn(): void {
  const { value: before } = selected
  clearSelection()
  selectHere()
  open('move')
  const stop = effect(() => {
    if (dialog.value) return
    selected.value = before
    stop()
  })
}

function nameOfSelectAll(): string {
  if (chosenColumn.value && nextAll(chosenColumn.value) === 'page') return 'Select the whole board'
  return subject.value.columnKey || !chosenColumn.value ? 'Select all cards' : 'Select the whole column'
}

function neighbourProject(by: 1 | -1): void {
  const paths = [pathTo(null), ...(sortedProjects.value ?? []).map(({ id }) => pathTo(id))]
  // From any other page, such as the settings, start at the inbox.
  const index = Math.max(0, paths.indexOf(within(location.pathname)))
  withoutUse(() => go(paths.at((index + by) % paths.length) ?? '/'))
}

function composeHere(): void {
  const column = chosenColumn.value
  if (column) document.getElementById(composerId(column))?.focus()
}

const hasCompleted = () => shownColumns.value.some((column) => drawnIn(column).value.completed > 0)

function switchCompleted(): void {
  setShowCompleted(!showCompleted.value)
  announce(showCompleted.value ? 'Completed cards are shown' : 'Completed cards are hidden')
}

const sortBy = (order: ProjectOrder, use: number): Command => ({
  group: 'Project',
  name: `Sort projects by ${projectOrders[order]}`,
  use,
  when: () => (!chosenProject.value || hasProject()) && (projects.value?.length ?? 0) > 1,
  isCurrent: () => projectOrder.value === order,
  run: () => {
    projectOrder.value = order
  },
})

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
  { group: 'Go', name: 'Go to Today', icon: 'today', keys: ['t'], run: () => go('/today') },
  { group: 'Go', name: 'Go to the inbox', icon: 'inbox', keys: ['i'], run: () => go('/') },
  {
    group: 'Go',
    name: 'Go to the bin',
    icon: 'trash',
    words: 'archive deleted',
    keys: ['b'],
    run: () => go('/bin'),
  },
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
    use: 23,
    isRepeated,
    label: () => withCount('Move', ' up'),
    when: () => canMoveWithin(0),
    run: () => moveWithin(-1),
  },
  {
    group: 'Cards',
    name: 'Move down',
    icon: 'down',
    keys: ['Shift+ArrowDown'],
    use: 24,
    isRepeated,
    label: () => withCount('Move', ' down'),
    when: () => canMoveWithin(-1),
    run: () => moveWithin(1),
  },
  {
    group: 'Cards',
    name: 'Move to the column on the left',
    icon: 'left',
    keys: ['Shift+ArrowLeft'],
    use: 22,
    isRepeated,
    label: () => withCount('Move', ` to ${nameOf(columnBeside(-1) ?? inbox)}`),
    when: () => columnBeside(-1) !== undefined,
    run: () => moveAcross(-1),
  },
  {
    group: 'Cards',
    name: 'Move to the column on the right',
    icon: 'right',
    keys: ['Shift+ArrowRight'],
    use: 21,
    isRepeated,
    label: () => withCount('Move', ` to ${nameOf(columnBeside(1) ?? inbox)}`),
    when: () => columnBeside(1) !== undefined,
    run: () => moveAcross(1),
  },
  {
    group: 'Cards',
    name: 'Move to…',
    icon: 'move',
    keys: ['m'],
    use: 20,
    label: () => withCount('Move', ' to…'),
    when: hasChosen,
    run: () => open('move'),
  },
  {
    group: 'Cards',
    name: 'Edit',
    icon: 'pencil',
    keys: ['Enter', 'e'],
    use: 11,
    when: () => chosen.value.length === 1,
    run: () => startEditing(chosen.value[0] ?? ''),
  },
  {
    group: 'Cards',
    name: 'Show on its board',
    icon: 'board',
    keys: ['g'],
    use: 12,
    isForOne,
    when: () => page.value.name === 'today' && chosen.value.length === 1,
    run: () => findAll(columns.value, chosen.value).map((card) => goToCard(card)),
  },
  {
    group: 'Cards',
    name: 'Open link',
    icon: 'link',
    keys: ['o'],
    use: 33,
    isInText,
    when: () => Boolean(firstLink()),
    run: () => firstLink()?.click(),
  },
  {
    group: 'Cards',
    name: 'Show more or less',
    icon: 'unfold',
    keys: ['v'],
    use: 34,
    isInText,
    label: () => (unfoldButton()?.ariaExpanded === 'true' ? 'Show less' : 'Show more'),
    when: () => Boolean(unfoldButton()),
    run: () => unfoldButton()?.click(),
  },
  {
    group: 'Cards',
    name: 'Complete or reopen',
    icon: 'check',
    keys: ['Space', 'c'],
    use: 10,
    label: () => withCount(areComplete() ? 'Reopen' : 'Complete'),
    when: hasChosen,
    run: completeChosen,
  },
  {
    group: 'Cards',
    name: 'Date…',
    icon: 'calendar',
    words: 'due deadline schedule remind repeat',
    keys: ['d'],
    use: 13,
    label: () => (chosen.value.length > 1 ? `Date of ${chosen.value.length} cards…` : 'Date…'),
    when: hasChosen,
    run: () => openDatePicker(chosenCards()),
  },
  {
    group: 'Cards',
    name: 'Due one day later',
    icon: 'calendar',
    words: 'date postpone snooze tomorrow',
    keys: ['+'],
    isRepeated,
    when: hasChosen,
    run: () => dates.value?.shiftDates(1),
  },
  {
    group: 'Cards',
    name: 'Due one day earlier',
    icon: 'calendar',
    words: 'date',
    keys: ['-'],
    isRepeated,
    when: hasDate,
    run: () => dates.value?.shiftDates(-1),
  },
  {
    group: 'Cards',
    name: 'Due next week',
    icon: 'calendar',
    words: 'date postpone snooze monday',
    keys: ['w'],
    when: hasChosen,
    run: () => dates.value?.setToNextWeek(),
  },
  {
    group: 'Cards',
    name: 'Remove the date',
    icon: 'calendar',
    words: 'due clear',
    keys: ['Shift+d'],
    when: hasDate,
    run: () => dates.value?.removeDates(),
  },
  {
    group: 'Cards',
    name: 'Delete',
    icon: 'trash',
    keys: ['Delete', 'Backspace'],
    use: 90,
    isDeletion,
    label: () => withCount('Delete'),
    when: hasChosen,
    run: () => deleteAndStepOn(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Select or unselect',
    icon: 'select',
    keys: ['x'],
    use: 30,
    isForOne,
    label: () => (selected.value.has(cursor.value ?? '') ? 'Unselect' : 'Select'),
    when: () => whereIs(cursor.value) !== undefined,
    run: () => toggleSelected(cursor.value ?? ''),
  },
  {
    group: 'Cards',
    name: 'Select the card below too',
    keys: ['Shift+j'],
    when: hasCards,
    isStep,
    run: () => extendSelection(1),
  },
  {
    group: 'Cards',
    name: 'Select the card above too',
    keys: ['Shift+k'],
    when: hasCards,
    isStep,
    run: () => extendSelection(-1),
  },
  {
    group: 'Cards',
    name: 'Select all open cards',
    icon: 'select',
    when: () => hasSome(false),
    run: () => selectAll(false),
  },
  {
    group: 'Cards',
    name: 'Select all completed cards',
    icon: 'select',
    when: () => hasSome(true),
    run: () => selectAll(true),
  },
  {
    group: 'Cards',
    name: 'Clear the selection',
    icon: 'close',
    keys: ['Escape'],
    when: () => selected.value.size > 0,
    run: unselect,
  },
  {
    group: 'Cards',
    name: 'Copy text',
    icon: 'copy',
    use: 31,
    when: hasChosen,
    run: () => copyText(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Copy link',
    icon: 'link',
    words: 'url share',
    use: 32,
    when: hasChosen,
    run: () => copyLinks(chosen.value),
  },
  {
    group: 'Cards',
    name: 'Actions for the card',
    keys: ['.'],
    when: () => whereIs(cursor.value) !== undefined,
    isStep,
    run: () => openCardMenu(cursor.value ?? ''),
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
    name: 'Keep this text',
    when: hasConflict,
    run: () => resolve(chosen.value[0] ?? '', keepMine),
  },
  {
    group: 'Cards',
    name: 'Keep the other text',
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
    name: 'Clear completed cards',
    icon: 'trash',
    words: 'archive tidy done',
    when: hasCompleted,
    run: () => clearCompleted(shownColumns.value),
  },

  {
    group: 'Column',
    name: 'New card',
    icon: 'plus',
    keys: ['n'],
    use: 10,
    when: () => chosenColumn.value !== undefined,
    run: composeHere,
  },
  {
    group: 'Column',
    name: 'Select the whole column',
    icon: 'select',
    keys: ['Mod+a'],
    use: 20,
    label: nameOfSelectAll,
    when: () => (chosenColumn.value ? columnHasCards() : hasCards()),
    run: selectHere,
  },
  {
    group: 'Column',
    name: 'Move all cards to…',
    icon: 'move',
    use: 21,
    when: columnHasCards,
    run: moveWholeColumn,
  },

  {
    group: 'Column',
    name: 'Clear completed cards of the column',
    icon: 'trash',
    use: 90,
    isDeletion,
    label: () => `Clear completed (${count(drawnInChosen()?.completed ?? 0)})`,
    when: () => (drawnInChosen()?.completed ?? 0) > 0,
    run: () => clearCompleted(chosenColumn.value ? [chosenColumn.value] : []),
  },

  { group: 'Project', name: 'New project', icon: 'plus', keys: ['p'], run: startProject },
  {
    group: 'Project',
    name: 'Rename this project',
    icon: 'pencil',
    keys: ['r'],
    use: 10,
    when: hasProject,
    run: () => startRenaming(chosenProject.value),
  },
  {
    group: 'Project',
    name: 'Show or hide completed cards',
    icon: 'check',
    keys: ['Shift+c'],
    use: 20,
    when: () => (chosenProject.value ? hasProject() : shownProject.value !== undefined),
    label: () => (showCompleted.value ? 'Hide completed cards' : 'Show completed cards'),
    run: switchCompleted,
  },
  sortBy('created', 30),
  sortBy('name', 31),
  sortBy('used', 32),
  {
    group: 'Project',
    name: 'Delete this project',
    icon: 'trash',
    use: 90,
    isDeletion,
    when: hasProject,
    run: () => open('delete project'),
  },

  {
    group: 'Project',
    name: 'Filter this board',
    icon: 'filter',
    words: 'label tag',
    keys: ['f'],
    label: nameOfFilter,
    when: () => shownCards.value.length > 0,
    run: startFiltering,
  },
  {
    group: 'Project',
    name: 'Clear the filter',
    keys: ['Escape'],
    when: () => filter.value !== undefined,
    run: clearFilter,
  },

  { group: 'Anywhere', name: 'Add to inbox', icon: 'inbox', keys: ['a'], run: () => open('capture') },
  {
    group: 'Anywhere',
    name: 'Unsent changes',
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
  {
    group: 'Anywhere',
    name: 'Search the bin',
    icon: 'search',
    keys: ['f'],
    when: () => page.value.name === 'bin' && Boolean(workspace.value.bin?.length),
    run: searchBin,
  },
  { group: 'Anywhere', name: 'Undo', keys: ['z', 'Mod+z'], run: undoLast },
  { group: 'Anywhere', name: 'Redo', keys: ['Shift+z', 'Mod+Shift+z'], run: redoLast },
  {
    group: 'Anywhere',
    name: 'Keyboard shortcuts',
    icon: 'keyboard',
    words: 'help',
    keys: ['?'],
    isForKeys: true,
    run: () => open('help'),
  },
  {
    group: 'Anywhere',
    name: 'Light, dark or system theme',
    icon: 'auto',
    label: () => 'Change theme',
    run: nextTheme,
  },
  { group: 'Anywhere', name: 'Reload everything from the server', run: reloadAll },
  { group: 'Anywhere', name: 'Print this page', run: () => print() },
  { group: 'Anywhere', name: 'Sign out', run: askToSignOut },
]

export const isPossible = ({ when }: Command) => when?.() ?? true

function reloadAll(): void {
  reloadEverything()
  notify({ text: 'Reloading everything from the server. Unsent changes stay on this device.' })
}
