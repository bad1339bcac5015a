import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isComposing } from '../composing.ts'
import { Icon, type IconName } from '../icons.tsx'
import { isolated } from '../state/wording.ts'
import { Dialog } from './dialog.tsx'
import { close } from './open.ts'

export interface Choice {
  name: string
  /** Shown beside the name, and searched as well. */
  hint?: string
  /** Searched as well, but not shown. */
  more?: string
  group: string
  icon?: IconName
  keys?: readonly string[]
  pick: () => unknown
}

const shownAtMost = 60

interface PickerProps {
  label: string
  hint: string
  /** For a finger: the choices come first, and the field is there for who wants it. */
  isSheet?: boolean
  choices: readonly Choice[]
  /** What can be done with the text itself, whatever matches it. */
  otherwise?: (typed: string) => Choice
}

/** A search field with a list of choices (a combobox). */
export function Picker({ label, hint, isSheet = false, choices, otherwise }: PickerProps) {
  const typed = useSignal('')
  const at = useSignal(0)
  const list = useRef<HTMLDivElement>(null)
  const text = typed.value.trim()
  const matches = matching(choices, text).slice(0, shownAtMost)
  const found = text && otherwise ? [...matches, otherwise(text)] : matches
  const index = Math.min(at.value, found.length - 1)

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [index, typed.value])

  const pick = (choice: Choice | undefined) => {
    if (!choice) return
    close()
    // In the next frame, when the dialog has restored the focus: what is picked may move it.
    requestAnimationFrame(() => choice.pick())
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (event.key === 'Enter' && !isComposing(event)) pick(found[index])
    else if (step) at.value = Math.max(0, Math.min(found.length - 1, index + step))
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={label} name="picker" isSheet={isSheet}>
      {isSheet && <h2 class="about">{label}</h2>}
      <div class="search">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="choices"
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `choice-${index}` : undefined}
          aria-label={label}
          placeholder={isSheet ? 'Search' : hint}
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            at.value = 0
          }}
          onKeyDown={press}
        />
      </div>
      <div id="choices" role="listbox" aria-label={label} ref={list}>
        {found.map((choice, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: and the focus
          <div
            key={`${choice.group} ${choice.hint} ${choice.name} ${position}`}
            id={`choice-${position}`}
            role="option"
            aria-selected={position === index}
            data-group={
              !typed.value && choice.group !== found[position - 1]?.group ? choice.group : undefined
            }
            onClick={() => pick(choice)}
          >
            <Icon name={choice.icon ?? 'none'} />
            <span class="name" dir="auto">
              {choice.name}
            </span>
            {choice.hint && (
              // Its group's heading says the same.
              <span class={!typed.value && choice.hint === choice.group ? 'sr' : 'quiet small'}>
                {choice.hint}
              </span>
            )}
            {choice.keys?.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </div>
        ))}
      </div>
      <p class={found.length === 0 ? 'quiet none' : 'sr'} role="status">
        {matches.length === 0
          ? `Nothing matches “${isolated(typed.value)}”.`
          : typed.value && `${matches.length} found`}
      </p>
    </Dialog>
  )
}

/** The choices that contain all words; those whose name starts with the first word come first. */
function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  const ranked = choices.flatMap((choice) => {
    const name = choice.name.toLowerCase()
    const all = [choice.name, choice.hint, choice.more].join(' ').toLowerCase()
    if (!words.every((word) => all.includes(word))) return []
    const [first = ''] = words
    return [{ choice, rank: name.startsWith(first) ? 0 : name.includes(` ${first}`) ? 1 : 2 }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice)
}
