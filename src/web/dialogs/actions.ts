import { hasKeyboard } from '../device/touch.ts'
import { isPossible } from '../keyboard/commands.ts'
import { labelOf } from '../keyboard/key-labels.ts'
import { allCommands } from '../keyboard/settings-commands.ts'
import { iconOf } from '../menus/items.ts'
import type { Choice } from './picker.tsx'

/** The commands that are possible now, as choices. */
export const actions = (): Choice[] =>
  allCommands
    .filter(({ isStep, isForKeys }) => !isStep && (!isForKeys || hasKeyboard.value))
    .filter(isPossible)
    .map((command) => ({
      name: command.label?.() ?? command.name,
      more: `${command.name} ${command.words ?? ''}`,
      group: command.group,
      keys: (command.keys ?? []).slice(0, 1).map(labelOf),
      icon: iconOf(command),
      hint: command.isCurrent?.() ? 'Current' : undefined,
      pick: command.run,
    }))
