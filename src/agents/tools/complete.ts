import Type from 'typebox'
import { successorsOf } from '../../board/repeating.ts'
import { addingOf } from '../../client/series.ts'
import { settleNext } from '../next-cards.ts'
import { keysOf, type Outcome, type Part, perform, report } from '../operations.ts'
import { findCard } from '../references.ts'
import { quoted } from '../show.ts'
import { collecting, dayFor, key, members, some, text, timeZone, tool } from '../tool.ts'

export const complete = tool({
  name: 'complete',
  title: 'Complete',
  description:
    'Completes or reopens cards. They stay in their column; use move to bring them to Done. Completing one that repeats adds the next.',
  scope: 'write',
  input: members({
    cards: some(text(), 'ids, or beginnings of texts'),
    complete: Type.Optional(Type.Boolean({ description: 'default true' })),
    time_zone: timeZone,
    key,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(context, given) {
    const { client, board: load, linkTo } = context
    const { complete = true } = given
    const today = dayFor(given.time_zone)
    const board = await load()
    const keys = keysOf('complete', given.key)
    const problems = collecting()
    const cards = given.cards.flatMap((reference) => {
      // Of several cards with the same text, the one that would change is meant.
      const card = problems.attempt(() => findCard(board, reference, (one) => one.complete !== complete))
      return card ? [{ card, reference }] : []
    })
    problems.refuse()
    const wanted = new Set(cards.map(({ card }) => card))
    const successors = complete ? successorsOf([...wanted], today) : []
    const outcomes = await perform(client, [
      ...successors.map(addingOf),
      ...cards.map(({ card, reference }, index) => ({
        method: 'PATCH',
        path: `/api/cards/${card.id}`,
        body: { complete },
        idempotency_key: keys.keyFor(`card ${index}`, [reference, complete]),
      })),
    ])
    const added = outcomes.splice(0, successors.length)
    const refused = new Set(
      cards.flatMap(({ card }, index) => (outcomes[index]?.kind === 'refused' ? [card.id] : [])),
    )
    const next = await settleNext(context, board, successors, added, (id) => refused.has(id))
    const state = complete ? 'complete' : 'open'
    return report(keys, [
      ...cards.map(
        ({ card }, index): Part => ({
          outcome: outcomes[index] as Outcome,
          done: `${card.complete === complete ? 'Was already' : 'Is now'} ${state}: ${board.shortId(card.id)} ${quoted(card.text)}${next.lineAfter(card.id)}`,
          what: `${board.shortId(card.id)} ${quoted(card.text)}`,
          data: { id: card.id, url: linkTo(card.id), complete, ...next.dataAfter([card.id]) },
        }),
      ),
      ...next.failed,
    ])
  },
})
