import Type from 'typebox'
import { findPlaces } from '../references.ts'
import { cardAsData, describeWithPlace } from '../show.ts'
import { members, text, tool } from '../tool.ts'

export const find = tool({
  name: 'find',
  title: 'Find cards',
  description: 'Finds cards that contain all these words, also within longer words; last changed first.',
  scope: 'read',
  input: members({
    words: text(),
    in: Type.Optional(text('inbox, a project or Project/Column')),
    completed: Type.Optional(Type.Boolean({ description: 'only complete (true) or open (false) ones' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'default 30' })),
  }),
  annotations: { readOnlyHint: true },
  async run({ client, board: read }, { words, in: where, completed, limit = 30 }) {
    const board = await read()
    const places = where === undefined ? undefined : findPlaces(board, where).places
    const { cards } = await client.searchCards({ q: words, limit: 200 })
    const found = cards.filter(
      (card) =>
        (completed === undefined || card.complete === completed) &&
        (!places || places.some(({ status_id }) => status_id === card.status_id)),
    )
    const shown = found.slice(0, limit)
    const lines = shown.map((card) => describeWithPlace(board, card))
    const isMore = found.length > shown.length || cards.length === 200
    return {
      text:
        lines.length > 0
          ? [...lines, ...(isMore ? ['There may be more: add words.'] : [])].join('\n')
          : 'No card contains all these words.',
      data: { cards: shown.map((card) => cardAsData(board, card)), ...(isMore && { is_more: true }) },
    }
  },
})
