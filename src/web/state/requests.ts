import type { Card } from '../../contract/card.ts'
import { api, isProblem } from '../api.ts'
import { carry } from '../drafts.ts'
import { complain } from '../notices.tsx'
import { commit } from './changes.ts'
import { append, arrange, edit, keyOf, type Place, remove, replace } from './columns.ts'
import { fromWire, isUnsent, link, toWire } from './ids.ts'
import { load } from './places.ts'
import { tellOtherTabs } from './tabs.ts'

// The requests about cards, one change each, and what becomes of them.

export const draftOfEdit = (id: string) => `edit.${toWire(id)}`

export const create = (card: Card) =>
  commit({
    apply: (now) => append(now, card),
    async send() {
      const { id, text, complete, project_id } = card
      const answer = project_id
        ? await api.addProjectCard({ project_id, text, complete })
        : await api.addInboxCard({ text, complete })
      const typed = draftOfEdit(id)
      link(id, answer.card)
      carry(typed, draftOfEdit(id))
      return (now) => append(now, fromWire(answer.card))
    },
    readingWaits: true,
  })

export const setColumn = (place: Place, ids: readonly string[]) =>
  commit({
    apply: (now) => arrange(now, place, ids),
    async send() {
      // A card that could not be saved is not there to be moved.
      const card_ids = ids.filter((id) => !isUnsent(id)).map(toWire)
      const { cards } = await api.setColumn({ ...place, card_ids })
      return (now) => replace(now, keyOf(place), cards.map(fromWire))
    },
  })

export const patch = (id: string, changes: { text?: string; complete?: boolean }) =>
  commit({
    apply: (now) => edit(now, id, changes),
    async send() {
      const { card } = await api.editCard({ id: toWire(id), ...changes })
      return (now) => edit(now, id, { text: card.text, complete: card.complete })
    },
  })

export const destroy = (id: string) =>
  commit({
    apply: (now) => remove(now, new Set([id])),
    async send() {
      try {
        await api.removeCard({ id: toWire(id) })
      } catch (error) {
        // Gone already is as good as gone.
        if (!isProblem(error, 'not_found')) throw error
      }
      return (now) => remove(now, new Set([id]))
    },
  })

/** Waits for what is shown already. If it fails, says so and looks at how things really are. */
export async function see(work: Promise<unknown>[], failed: string, places: Place[], retry?: () => unknown) {
  const outcomes = await Promise.allSettled(work)
  tellOtherTabs()
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failure) return outcomes
  const isGone = isProblem(failure.reason, 'not_found')
  // To send the same again would not help.
  const isVain = isGone || isProblem(failure.reason, 'validation_failed')
  complain(failure.reason, isGone ? 'That was not saved.' : failed, isVain ? undefined : retry)
  reload(places)
  return outcomes
}

export const reload = (places: readonly Place[]) =>
  Promise.allSettled([...new Set(places.map(({ project_id }) => project_id))].map(load))
