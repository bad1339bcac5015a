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
    <div class="bar filter">
      <div>
        <input
          ref={field}
          id={filterId}
          type="text"
          aria-label="Filter cards"
          placeholder="Filter cards"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value
          }}
          onKeyDown={press}
        />
        <IconButton icon="close" label="Clear filter" title="Clear filter" onClick={leave} />
      </div>
      <span role="status" class="quiet small">
        {matching.value && outcome(matching.value.size, shownCards.value.flat().length)}
      </span>
    </div>
  )
}

const outcome = (matches: number, all: number) => `${count(matches)} of ${count(all)} match`

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
