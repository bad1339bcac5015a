import { findAll, inbox } from '../../board/columns.ts'
import { type Command, commands, isPossible } from '../commands/commands.ts'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import type { IconName } from '../parts/icons.tsx'
import type { MenuKind } from '../state/dialogs.ts'
import { nameOf } from '../state/projects.ts'
import { chosen, chosenColumn, clearSelection } from '../state/selection.ts'

export function menuLabel(kind: MenuKind): string {
  if (kind === 'card') return `Actions for ${called(findAll(columns.value, chosen.value))}`
  return kind === 'project' ? 'Project actions' : `${nameOf(chosenColumn.value ?? inbox)} actions`
}

const groups = { card: 'Cards', project: 'Project', column: 'Column' } as const

const placeOf = ({ use = 0 }: Command) => use

/** The commands that apply now to what a menu is for, in the order of use. */
export const itemsOf = (kind: MenuKind): Command[] =>
  commands
    .filter((command) => command.use && command.group === groups[kind] && isPossible(command))
    .filter(({ isForOne }) => !isForOne || kind !== 'card' || chosen.value.length === 1)
    .sort((one, other) => placeOf(one) - placeOf(other))

/** A check mark for the current one of several. */
export const iconOf = ({ icon = 'none', isCurrent }: Command): IconName => (isCurrent?.() ? 'check' : icon)

/** Whether a line separates it from the item before: the tens of their places differ. */
export const beginsGroup = (command: Command, before: Command | undefined) =>
  before !== undefined && Math.floor(placeOf(command) / 10) !== Math.floor(placeOf(before) / 10)

/** Runs a command that was picked from a menu. */
export async function pick({ run, isRepeated }: Command): Promise<void> {
  await run()
  if (isRepeated) clearSelection()
}
