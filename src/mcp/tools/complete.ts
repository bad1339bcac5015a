import Type from 'typebox'
import { keysOf } from '../keys.ts'
import { type Outcome, perform } from '../operations.ts'
import { findCard } from '../references.ts'
import { report } from '../report.ts'
import { quoted } from '../show.ts'
import { key, members, some, text, tool } from '../tool.ts'
import { collecting } from '../tool-error.ts'

export const complete = tool({
  name: 'complete',
  title: 'Complete',
  description: 'Completes or reopens cards. They stay in their column; use move to bring them to Done.',
  scope: 'write',
  input: members({
    cards: some(text(), 'ids, or beginnings of texts'),
    complete: Type.Optional(Type.Boolean({ description: 'default true' })),
    key,
  }),
  annotations: { destructiveHint: false, idempotentHint: true },
  async run({ client, board: load }, given) {
    const { complete = true } = given
    const board = await load()
    const keys = keysOf('complete', given.key)
    const problems = collecting()
    const cards = given.cards.flatMap((reference) => {
      // Of several cards with the same text, the one that would change is meant.
      const card = problems.attempt(() => findCard(board, reference, (one) => one.complete !== complete))
      return card ? [{ card, reference }] : []
    })
    problems.refuse()
    const outcomes = await perform(
      client,
      cards.map(({ card, reference }, index) => ({
        method: 'PATCH',
        path: `/api/cards/${card.id}`,
        body: { complete },
        idempotency_key: keys.keyFor(`card ${index}`, [reference, complete]),
      })),
    )
    const state = complete ? 'complete' : 'open'
    return report(
      keys,
      cards.map(({ card }, index) => ({
        outcome: outcomes[index] as Outcome,
        done: `${card.complete === complete ? 'Was already' : 'Is now'} ${state}: ${board.shortId(card.id)} ${quoted(card.text)}`,
        what: `${board.shortId(card.id)} ${quoted(card.text)}`,
        data: { id: card.id, complete },
      })),
    )
  },
})
