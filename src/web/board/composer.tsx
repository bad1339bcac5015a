import { useRef } from 'preact/hooks'
import { draft, write } from '../drafts.ts'
import { addCards } from '../state/adding.ts'
import { keyOf, type Place } from '../state/columns.ts'
import { draftOfNew, nameOf } from '../state/places.ts'
import { focusCard } from '../state/selection.ts'
import { tabStop } from './shown.ts'

export const composerId = (place: Place) => `new-in-${keyOf(place)}`

/** Type, Enter, type the next. Many lines can be many cards. */
export function Composer({ place }: { place: Place }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const name = draftOfNew(place)
  const text = draft(name).value
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const isMany = lines.length > 1

  const add = (texts: readonly string[]) => {
    if (texts.length === 0) return
    write(name, '')
    addCards(place, texts)
    field.current?.focus()
    // What was just added is what one wants to see.
    requestAnimationFrame(() => {
      const list = field.current?.closest('.column')?.querySelector('.list')
      list?.scrollTo({ top: list.scrollHeight })
    })
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Escape') focusCard(tabStop.value)
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add(lines)
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        add(lines)
      }}
    >
      <textarea
        ref={field}
        id={composerId(place)}
        rows={1}
        placeholder="Add a card"
        aria-label={`Add a card to ${nameOf(place)}`}
        enterkeyhint="enter"
        value={text}
        onInput={({ currentTarget }) => write(name, currentTarget.value)}
        onKeyDown={press}
      />
      {isMany && (
        <div class="choices">
          <button type="submit" class="primary">
            Add {lines.length} cards
          </button>
          <button type="button" onClick={() => add([text.trim()])}>
            Add as one card
          </button>
        </div>
      )}
    </form>
  )
}
