import fc from 'fast-check'
import { expect } from 'vitest'
import { ColumnModel } from '../../support/models/column-model.ts'
import { inboard } from '../../support/service/shared.ts'
import { everyCard, inPlace, newBoard, type Place } from './boards.ts'

const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    column: fc.constantFrom(0, 1),
    position: fc.option(fc.nat({ max: 8 })),
  }),
  fc.record({ kind: fc.constant('patch' as const), card: fc.nat(), position: fc.nat({ max: 8 }) }),
  fc.record({ kind: fc.constant('remove' as const), card: fc.nat() }),
  fc.record({
    kind: fc.constant('order' as const),
    column: fc.nat({ max: 3 }),
    cards: fc.array(fc.nat(), { maxLength: 5 }),
  }),
)

/** Any sequence of creates, patches, deletions and moves leaves exactly what the obvious model has. */
export const compareWithModel = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { client } = await inboard.signIn()
      const places = await newBoard(client)
      const model = new ColumnModel<number>()
      const pick = (number: number) => {
        const ids = model.ids()
        return ids[number % ids.length]
      }
      for (const one of steps) {
        if (one.kind === 'create') {
          const draft = { text: 'x', ...(one.position !== null && { position: one.position }) }
          const project_id = places[one.column]?.project_id
          const { card } = project_id
            ? await client.addProjectCard({ project_id, ...draft })
            : await client.addInboxCard(draft)
          model.create(one.column, card.id, one.position ?? undefined)
        } else if (one.kind === 'order') {
          const ids = [...new Set(one.cards.map(pick))].filter((id) => id !== undefined)
          const place = places[one.column] as Place
          const { cards } = await client.setColumn({ ...place, card_ids: ids })
          model.order(one.column, ids)
          expect(cards.map(({ id, position }) => ({ id, position }))).toEqual(model.column(one.column))
        } else {
          const id = pick(one.card)
          if (!id) continue
          if (one.kind === 'patch') {
            await client.editCard({ id, position: one.position })
            model.patch(id, one.position)
          } else {
            await client.removeCard({ id })
            model.remove(id)
          }
        }
      }
      const cards = await everyCard(client)
      for (const [column, place] of places.entries()) {
        const found = inPlace(cards, place).map(({ id, position }) => ({ id, position }))
        expect(found).toEqual(model.column(column))
      }
    }),

    { numRuns },
  )
