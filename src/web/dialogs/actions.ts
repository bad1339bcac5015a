import { hasKeyboard } from '../device/touch.ts'
import { commands, isPossible } from '../keyboard/commands.ts'
import { labelOf } from '../keyboard/key-labels.ts'
import type { Choice } from './picker.tsx'

/** The commands that are possible now, as choices. */
export const actions = (): Choice[] =>
  commands
    .filter(({ isStep, isForKeys }) => !isStep && (!isForKeys || hasKeyboard.value))
    .filter(isPossible)
    .map(({ name, label, words = '', group: heading, keys = [], icon, run }) => ({
      name: label?.() ?? name,
      more: `${name} ${words}`,
      group: heading,
      keys: keys.slice(0, 1).map(labelOf),
      ...(icon && { icon }),
      pick: run,
    }))
