import type { Card } from '../../contract/card.ts'
import { api, isProblem } from '../api.ts'
import { commit } from '../state/changes.ts'
import { append, arrange, type Column, edit, keyOf, remove, replace } from '../state/columns.ts'
import { cardDraft, carry } from '../state/drafts.ts'
import { fromWire, isUnsent, link, projectOnWire, toWire } from '../state/ids.ts'
import { cardEdit, type Edit } from '../state/workspace.ts'

// The requests that change cards, each as one optimistic update.

export const create = (card: Card) =>
  commit({
    apply: cardEdit((now) => append(now, card)),
    send: () => sendNew(card),
    readsWait: true,
  })

async function sendNew({ id, text, complete, project_id }: Card): Promise<Edit> {
  const answer = project_id
    ? await api.addProjectCard({ project_id: projectOnWire(project_id), text, complete })
    : await api.addInboxCard({ text, complete })
  const typed = cardDraft(id)
  link(id, answer.card.id)
  carry(typed, cardDraft(id))
  return cardEdit((now) => append(now, fromWire(answer.card)))
}

/** Brings a deleted card back out of the bin. If it is not there any more, it is created anew. */
export const restore = (card: Card) =>
  commit({
    apply: cardEdit((now) => append(now, card)),
    async send() {
      try {
        const { card: restored } = await api.restore({ id: toWire(card.id) })
        return cardEdit((now) => (restored ? append(now, fromWire(restored)) : now))
      } catch (error) {
        if (!isProblem(error, 'not_found')) throw error
        return await sendNew(card)
      }
    },
    readsWait: true,
  })

/** Moves only those that are `moved`: of the others, this page may have an old picture. */
export const setColumn = (column: Column, ids: readonly string[], moved: readonly string[]) =>
  commit({
    apply: cardEdit((now) => arrange(now, column, ids)),
    async send() {
      // A card whose creation failed is not on the server.
      const onWire = (some: readonly string[]) => some.filter((id) => !isUnsent(id)).map(toWire)
      const { project_id, status_id } = column
      const { cards } = await api.setColumn({
        project_id: project_id && projectOnWire(project_id),
        status_id,
        card_ids: onWire(ids),
        moved: onWire(moved),
      })
      return cardEdit((now) => replace(now, keyOf(column), cards.map(fromWire)))
    },
  })

export const patch = (id: string, changes: { text?: string; complete?: boolean }) =>
  commit({
    apply: cardEdit((now) => edit(now, id, changes)),
    async send() {
      const { card } = await api.editCard({ id: toWire(id), ...changes })
      return cardEdit((now) => edit(now, id, { text: card.text, complete: card.complete }))
    },
  })

export const destroy = (id: string) =>
  commit({
    apply: cardEdit((now) => remove(now, new Set([id]))),
    async send() {
      try {
        await api.removeCard({ id: toWire(id) })
      } catch (error) {
        // Somebody else has deleted it: that is what was wanted.
        if (!isProblem(error, 'not_found')) throw error
      }
      return cardEdit((now) => remove(now, new Set([id])))
    },
  })
