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
import { composerId } from '../board/composer.tsx'
import { startEditing } from '../board/editor.tsx'
import { nameOfFilter, startFiltering } from '../board/filter.tsx'
import { startProject } from '../board/new-project.tsx'
import { startRenaming } from '../board/project-title.tsx'
import { hasDate, removeDates, setToNextWeek, shiftDates } from '../dates/date-cards.ts'
import { within } from '../device/base.ts'
import { theme, themes } from '../device/local-storage.ts'
import { columns, conflicts, foreign, lostChanges, refusals, unsent, workspace } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { go, page, pathTo } from '../navigation/route.ts'
import type { IconName } from '../parts/icons.tsx'
import { signOut } from '../session/sign-out.ts'
import { askToPurge, dialog, open, openCardMenu, openDatePicker } from '../state/dialogs.ts'
import { countDrafts } from '../state/drafts.ts'
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
import { keeping } from '../sync/disk.ts'
import { reloadEverything } from '../sync/follow.ts'

type Group = 'Go' | 'Cards' | 'Column' | 'Project' | 'Anywhere'

/** Everything a person can do: the source of the keyboard shortcuts, the palette, the menus and the help. */
export interface Command {
  name: string
  /** The settings have no keys, so they are left out of the help. */
  group: Group | 'Settings'
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
  /** Left out of the menu of several cards. */
  isForOne?: true
  /** Left out of the sheet on a phone, which shows the whole text of a card and its links. */
  isInText?: true
  /** Keeps the selection when it is a key, since one goes on. From a menu it ends, as with every other action. */
  isRepeated?: true
  isDeletion?: true
  /** A more specific name for what it would do now. `name` is still searched. */
  label?: () => string
  /** Set for one of several options: whether it is the current one. */
  isCurrent?: () => boolean
  run(): unknown
}

const hasCards = () => shownCards.value.some((cards) => cards.length > 0)
const hasChosen = () => chosen.value.length > 0
const chosenCards = () => findAll(columns.value, chosen.value)
const isDated = () => hasDate(chosenCards())
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

/** Selects the whole column while the picker is open, then restores the selection. */
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
  // Any other page, such as the settings, counts as the inbox.
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

const sortBy = (order: ProjectOrder, use: number): Omit<Command, 'group'> => ({
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

const byGroup: Record<Group, readonly Omit<Command, 'group'>[]> = {
  Go: [
    {
      name: 'Search or do anything',
      icon: 'search',
      keys: ['Mod+k', '/'],
      isStep,
      run: () => open('palette'),
    },
    { name: 'Go to Today', icon: 'today', keys: ['t'], run: () => go('/today') },
    { name: 'Go to the inbox', icon: 'inbox', keys: ['i'], run: () => go('/') },
    { name: 'Go to the bin', icon: 'trash', words: 'archive deleted', keys: ['b'], run: () => go('/bin') },
    { name: 'Next project', keys: [']'], run: () => neighbourProject(1) },
    { name: 'Previous project', keys: ['['], run: () => neighbourProject(-1) },
    { name: 'Settings', icon: 'settings', keys: [','], run: () => go('/settings') },
  ],
  Cards: [
    { name: 'Card above', keys: ['ArrowUp', 'k'], when: hasCards, isStep, run: () => step(0, -1) },
    { name: 'Card below', keys: ['ArrowDown', 'j'], when: hasCards, isStep, run: () => step(0, 1) },
    { name: 'Column to the left', keys: ['ArrowLeft', 'h'], when: hasCards, isStep, run: () => step(-1, 0) },
    { name: 'Column to the right', keys: ['ArrowRight', 'l'], when: hasCards, isStep, run: () => step(1, 0) },
    {
      name: 'First card of the column',
      keys: ['Home'],
      when: hasCards,
      isStep,
      run: () => stepToEnd('first'),
    },
    { name: 'Last card of the column', keys: ['End'], when: hasCards, isStep, run: () => stepToEnd('last') },
    {
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
      name: 'Move to…',
      icon: 'move',
      keys: ['m'],
      use: 20,
      label: () => withCount('Move', ' to…'),
      when: hasChosen,
      run: () => open('move'),
    },
    {
      name: 'Edit',
      icon: 'pencil',
      keys: ['Enter', 'e'],
      use: 11,
      when: () => chosen.value.length === 1,
      run: () => startEditing(chosen.value[0] ?? ''),
    },
    {
      name: 'Show on its board',
      icon: 'board',
      keys: ['g'],
      use: 12,
      isForOne,
      when: () => page.value.name === 'today' && chosen.value.length === 1,
      run: () => findAll(columns.value, chosen.value).map((card) => goToCard(card)),
    },
    {
      name: 'Open the link in this card',
      icon: 'link',
      keys: ['o'],
      use: 33,
      isInText,
      when: () => Boolean(firstLink()),
      run: () => firstLink()?.click(),
    },
    {
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
      name: 'Complete or reopen',
      icon: 'check',
      keys: ['Space', 'c'],
      use: 10,
      label: () => withCount(areComplete() ? 'Reopen' : 'Complete'),
      when: hasChosen,
      run: completeChosen,
    },
    {
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
      name: 'Due one day later',
      icon: 'calendar',
      words: 'date postpone snooze tomorrow',
      keys: ['+'],
      isRepeated,
      when: hasChosen,
      run: () => shiftDates(1),
    },
    {
      name: 'Due one day earlier',
      icon: 'calendar',
      words: 'date',
      keys: ['-'],
      isRepeated,
      when: isDated,
      run: () => shiftDates(-1),
    },
    {
      name: 'Due next week',
      icon: 'calendar',
      words: 'date postpone snooze monday',
      keys: ['w'],
      when: hasChosen,
      run: setToNextWeek,
    },
    {
      name: 'Remove the date',
      icon: 'calendar',
      words: 'due clear',
      keys: ['Shift+d'],
      when: isDated,
      run: () => removeDates(),
    },
    {
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
      name: 'Select the card below too',
      keys: ['Shift+j'],
      when: hasCards,
      isStep,
      run: () => extendSelection(1),
    },
    {
      name: 'Select the card above too',
      keys: ['Shift+k'],
      when: hasCards,
      isStep,
      run: () => extendSelection(-1),
    },
    {
      name: 'Select all open cards',
      icon: 'select',
      when: () => hasSome(false),
      run: () => selectAll(false),
    },
    {
      name: 'Select all completed cards',
      icon: 'select',
      when: () => hasSome(true),
      run: () => selectAll(true),
    },
    {
      name: 'Clear the selection',
      icon: 'close',
      keys: ['Escape'],
      when: () => selected.value.size > 0,
      run: unselect,
    },
    { name: 'Copy text', icon: 'copy', use: 31, when: hasChosen, run: () => copyText(chosen.value) },
    {
      name: 'Copy link',
      icon: 'link',
      words: 'url share',
      use: 32,
      when: hasChosen,
      run: () => copyLinks(chosen.value),
    },
    {
      name: 'Actions for the card',
      keys: ['.'],
      when: () => whereIs(cursor.value) !== undefined,
      isStep,
      run: () => openCardMenu(cursor.value ?? ''),
    },
    // The field does this by itself. It is here for the help.
    { name: 'New line, while writing', keys: ['Shift+Enter'], when: () => false, isStep, run: () => {} },
    { name: 'Keep this text', when: hasConflict, run: () => resolve(chosen.value[0] ?? '', keepMine) },
    { name: 'Keep the other text', when: hasConflict, run: () => resolve(chosen.value[0] ?? '', keepTheirs) },
    { name: 'Keep both texts', when: hasConflict, run: () => resolve(chosen.value[0] ?? '', keepBoth) },
    {
      name: 'Clear completed cards',
      icon: 'trash',
      words: 'archive tidy done',
      when: hasCompleted,
      run: () => clearCompleted(shownColumns.value),
    },
  ],
  Column: [
    {
      name: 'New card',
      icon: 'plus',
      keys: ['n'],
      use: 10,
      when: () => chosenColumn.value !== undefined,
      run: composeHere,
    },
    {
      name: 'Select the whole column',
      icon: 'select',
      keys: ['Mod+a'],
      use: 20,
      label: nameOfSelectAll,
      when: () => (chosenColumn.value ? columnHasCards() : hasCards()),
      run: selectHere,
    },
    { name: 'Move all cards to…', icon: 'move', use: 21, when: columnHasCards, run: moveWholeColumn },
    {
      name: 'Clear completed cards of the column',
      icon: 'trash',
      use: 90,
      isDeletion,
      label: () => `Clear completed (${count(drawnInChosen()?.completed ?? 0)})`,
      when: () => (drawnInChosen()?.completed ?? 0) > 0,
      run: () => clearCompleted(chosenColumn.value ? [chosenColumn.value] : []),
    },
  ],
  Project: [
    { name: 'New project', icon: 'plus', keys: ['p'], run: startProject },
    {
      name: 'Rename this project',
      icon: 'pencil',
      keys: ['r'],
      use: 10,
      when: hasProject,
      run: () => startRenaming(chosenProject.value),
    },
    {
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
      name: 'Delete this project',
      icon: 'trash',
      use: 90,
      isDeletion,
      when: hasProject,
      run: () => open('delete project'),
    },
    {
      name: 'Filter this board',
      icon: 'filter',
      words: 'label tag',
      keys: ['f'],
      label: nameOfFilter,
      when: () => shownCards.value.length > 0,
      run: startFiltering,
    },
    { name: 'Clear the filter', keys: ['Escape'], when: () => filter.value !== undefined, run: clearFilter },
  ],
  Anywhere: [
    { name: 'Add to inbox', icon: 'inbox', keys: ['a'], run: () => open('capture') },
    { name: 'Unsent changes', icon: 'upload', run: () => open('outbox') },
    {
      name: 'Empty the bin',
      icon: 'trash',
      when: () => page.value.name === 'bin' && Boolean(workspace.value.bin?.length),
      run: () => askToPurge(undefined),
    },
    {
      name: 'Search the bin',
      icon: 'search',
      keys: ['f'],
      when: () => page.value.name === 'bin' && Boolean(workspace.value.bin?.length),
      run: () => document.querySelector<HTMLElement>('.filter input')?.focus(),
    },
    { name: 'Undo', keys: ['z', 'Mod+z'], run: undoLast },
    { name: 'Redo', keys: ['Shift+z', 'Mod+Shift+z'], run: redoLast },
    {
      name: 'Keyboard shortcuts',
      icon: 'keyboard',
      words: 'help',
      keys: ['?'],
      isForKeys: true,
      run: () => open('help'),
    },
    {
      name: 'Theme',
      icon: 'auto',
      words: 'appearance light dark system',
      label: () => 'Change theme…',
      run: nextTheme,
    },
    { name: 'Reload everything from the server', run: reloadAll },
    { name: 'Print this page', run: () => print() },
    { name: 'Sign out', run: askToSignOut },
  ],
}

export const groups = Object.keys(byGroup) as Group[]

export const commands: readonly Command[] = groups.flatMap((group) =>
  byGroup[group].map((command) => ({ ...command, group })),
)

export const isPossible = ({ when }: Command) => when?.() ?? true

function reloadAll(): void {
  reloadEverything()
  notify({ text: 'Reloading everything from the server. Unsent changes stay on this device.' })
}

export const wouldLoseChanges = () =>
  unsent.value.length + refusals.value.length + lostChanges.value.length + foreign.value.length > 0

/** Signing out clears this device, so it asks first if something would be lost. */
export function askToSignOut(): void {
  if (wouldLoseChanges() || countDrafts() > 0 || keeping.value === 'old') open('sign out')
  else signOut()
}
