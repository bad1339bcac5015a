import { useLayoutEffect, useRef } from 'preact/hooks'
import { longestText } from '../../contract/limits.ts'
import { addCards } from '../actions/add-cards.ts'
import { isComposing } from '../composing.ts'
import { fitHeight } from '../fit-height.ts'
import { Icon } from '../icons.tsx'
import { type Column, keyOf } from '../state/columns.ts'
import { draft, handOver, newCardDraft, write } from '../state/drafts.ts'
import { focusCard } from '../state/focus.ts'
import { isMisfit } from '../state/misfits.ts'
import { nameOf } from '../state/projects.ts'
import { tabStop } from '../state/shown.ts'
import { afterCommits } from '../sync/commit.ts'
import { hasKeyboard } from '../touch.ts'
import { cardsFrom } from './lines.ts'

export const composerId = (column: Column) => `new-in-${keyOf(column)}`

interface ComposerProps {
  column: Column
  /** If it is not at the end of the column: where it keeps its draft, and where it says what has become of it. */
  elsewhere?: { draft: string; say: (text: string) => void }
}

/** Adds a card on Enter. Several lines can become one card or several. */
export function Composer({ column, elsewhere }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const name = elsewhere?.draft ?? newCardDraft(column)
  const text = draft(name)
  const texts = cardsFrom(text)
  const isMany = texts.length > 1
  useLayoutEffect(() => fitHeight(field.current), [text])

  const add = async (cards: readonly string[]) => {
    if (cards.length === 0 || isMisfit(cards, longestText, elsewhere?.say)) return
    field.current?.focus()
    await handOver(name, (id) => addCards(column, cards, id, elsewhere?.say))
    // Shows what was just added.
    requestAnimationFrame(() => {
      const list = field.current?.closest('.column')?.querySelector('.list')
      list?.scrollTo({ top: list.scrollHeight })
    })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape' && !elsewhere) afterCommits(() => focusCard(tabStop.value))
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add(texts)
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        add(texts)
      }}
    >
      <textarea
        ref={field}
        id={elsewhere ? undefined : composerId(column)}
        dir="auto"
        rows={1}
        placeholder="Add a card"
        aria-label={`Add a card to ${nameOf(column)}`}
        enterkeyhint="enter"
        value={text}
        onInput={({ currentTarget }) => write(name, currentTarget.value)}
        onKeyDown={press}
      />
      {texts.length === 1 && !hasKeyboard.value && (
        <button type="submit" class="primary icon" aria-label="Add">
          <Icon name="up" />
        </button>
      )}
      {isMany && (
        <div class="choices">
          <button type="submit" class="primary">
            Add {texts.length} cards
          </button>
          <button type="button" onClick={() => add([text.trim()])}>
            Add as one card
          </button>
        </div>
      )}
    </form>
  )
}
