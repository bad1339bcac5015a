import type { Signal } from '@preact/signals'
import type { ComponentChildren, InputHTMLAttributes, Ref } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isComposing } from '../device/keys.ts'
import { count } from '../model/wording.ts'
import { type Page, page } from '../navigation/route.ts'
import { IconButton } from '../parts/icons.tsx'
import { cursor, focusCard } from '../state/focus.ts'
import { clearFilter, filter, firstMatch, matching, shownCards, tabStop } from '../state/page-cards.ts'

/** Dims the cards of the page that lack the typed words. Shown on demand, and gone with the page. */
export function FilterField() {
  useLayoutEffect(() => clearFilter, [])
  return filter.value === undefined ? null : <Field />
}

function Field() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      const first = firstMatch()
      if (first) focusCard(first)
    } else return
    event.preventDefault()
  }
  return (
    <NarrowingField
      label="Filter cards"
      typed={filter as Signal<string>}
      input={{ id: filterId, ref: field, onKeyDown: press }}
      matches={matching.value?.size}
      all={shownCards.value.flat().length}
    >
      <IconButton icon="close" label="Clear filter" title="Clear filter" onClick={leave} />
    </NarrowingField>
  )
}

interface NarrowingFieldProps {
  label: string
  typed: Signal<string>
  input: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }
  /** How many match; undefined while nothing is typed. */
  matches: number | undefined
  all: number
  children?: ComponentChildren
}

export const NarrowingField = ({ label, typed, input, matches, all, children }: NarrowingFieldProps) => (
  <div class="bar filter">
    <div>
      <input
        type="text"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
        }}
        {...input}
      />
      {children}
    </div>
    <span role="status" class="quiet small">
      {matches !== undefined && `${count(matches)} of ${count(all)} match`}
    </span>
  </div>
)

const filterId = 'filter'

function leave(): void {
  clearFilter()
  focusCard(cursor.value ?? tabStop.value)
}

/** Opens the field, or goes back to it. */
export function startFiltering(): void {
  filter.value ??= ''
  const field = document.getElementById(filterId)
  if (field instanceof HTMLInputElement) field.select()
}

const names: Partial<Record<Page['name'], string>> = { inbox: 'the inbox', today: 'today' }

export const nameOfFilter = () => `Filter ${names[page.value.name] ?? 'this board'}`

/** Hidden on a phone, where the palette has it. */
export const FilterButton = () => (
  <IconButton
    icon="filter"
    label={nameOfFilter()}
    class="start"
    aria-expanded={filter.value !== undefined}
    onClick={startFiltering}
  />
)
