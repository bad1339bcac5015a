import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { wordsIn } from '../../board/text/fold.ts'
import type { Card } from '../../contract/card.ts'
import { isComposing } from '../device/keys.ts'
import { lineOfNotes } from '../model/matching.ts'
import { count, isolated } from '../model/wording.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icons.tsx'
import { Marked } from '../parts/words.tsx'
import { close } from '../state/dialogs.ts'
import { best, search } from './search.ts'

export interface Choice {
  name: string
  /** Shown beside the name, and searched as well. */
  hint?: string | undefined
  /** Searched as well, but not shown. */
  more?: string | undefined
  /** The card that it goes to. All of its text is searched. */
  card?: Card
  /** Its place among what was opened last, from 0. */
  recency?: number | undefined
  group: string
  icon?: IconName
  keys?: readonly string[]
  /** Enter takes it even if nothing matches what is typed. */
  isLikely?: boolean
  pick: () => unknown
}

const shownAtMost = 64
const none: readonly string[] = []

interface PickerProps {
  label: string
  hint: string
  /** Under a finger: shows the choices first and does not focus the field. */
  isSheet?: boolean
  words?: string
  choices: readonly Choice[]
  /** The index of the one that Enter takes if nothing is typed. */
  initial?: number
  /** An extra choice that uses the typed text itself. */
  otherwise?: (typed: string) => Choice
}

/** A search field with a list of choices (a combobox). */
export function Picker({
  label,
  hint,
  isSheet = false,
  words: begun = '',
  choices,
  initial = 0,
  otherwise,
}: PickerProps) {
  const typed = useSignal(begun)
  const at = useSignal(begun ? -1 : initial)
  const list = useRef<HTMLDivElement>(null)
  const text = typed.value.trim()
  const words = useMemo(() => wordsIn(text), [text])
  const found = useMemo(() => search(choices, words), [choices, words])
  const matches = best(found, words, shownAtMost)
  const other = text && otherwise ? [otherwise(text)] : []
  const listed = [...matches, ...other]
  // Words without a match may be a mistake, so Enter takes nothing by itself.
  const first = matches.length > 0 || other.some(({ isLikely }) => isLikely) ? 0 : -1
  const index = Math.max(first, Math.min(at.value, listed.length - 1))

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [index, typed.value])

  const pick = (choice: Choice | undefined) => {
    if (!choice) return
    close()
    // A frame later: the dialog restores the focus first, and the choice may move it.
    requestAnimationFrame(() => choice.pick())
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (event.key === 'Enter' && !isComposing(event)) pick(listed[index])
    else if (step) at.value = Math.max(first, Math.min(listed.length - 1, index + step))
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={label} name="picker" isSheet={isSheet}>
      {isSheet && <h2 class="about">{label}</h2>}
      <div class="bar search">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="choices"
          aria-autocomplete="list"
          aria-activedescendant={listed[index] ? `choice-${index}` : undefined}
          aria-label={label}
          placeholder={isSheet ? 'Search' : hint}
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            at.value = currentTarget.value ? -1 : initial
          }}
          onKeyDown={press}
        />
      </div>
      <div id="choices" role="listbox" aria-label={label} ref={list}>
        {listed.map((choice, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: and the focus
          <div
            // Keyed by position, because each key changes most of them.
            key={position}
            id={`choice-${position}`}
            role="option"
            class="bar"
            aria-selected={position === index}
            data-group={
              !typed.value && choice.group !== listed[position - 1]?.group ? choice.group : undefined
            }
            onClick={() => pick(choice)}
          >
            <Icon name={choice.icon ?? 'none'} />
            <Name of={choice} words={position < matches.length ? words : none} />
            {choice.hint && (
              // Its group's heading says the same.
              <span class={!typed.value && choice.hint === choice.group ? 'sr' : 'quiet small'}>
                <Marked text={choice.hint} words={words} />
              </span>
            )}
            {choice.keys?.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </div>
        ))}
      </div>
      <p class={listed.length === 0 ? 'quiet none' : 'sr'} role="status">
        {matches.length === 0
          ? `Nothing matches “${isolated(typed.value)}”.`
          : typed.value && `${count(found.length)} found`}
      </p>
    </Dialog>
  )
}

/** The name of a choice, with the line of its notes that matches if the name does not. */
function Name({ of: { name, card }, words }: { of: Choice; words: readonly string[] }) {
  const notes = card && words.length > 0 ? lineOfNotes(card.text, words) : undefined
  return (
    <span class={card?.complete ? 'called complete' : 'called'}>
      <span class="name" dir="auto">
        <Marked text={name} words={words} />
      </span>
      {card?.complete && <span class="sr"> Complete </span>}
      {notes && (
        <span class="line quiet small" dir="auto">
          <Marked text={notes} words={words} />
        </span>
      )}
    </span>
  )
}
