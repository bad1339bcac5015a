import Type from 'typebox'
import { byDue, type DueFilter, passes, spans } from '../../board/due.ts'
import { compare } from '../../board/workspace.ts'
import { findPlaces } from '../references.ts'
import { cardAsData, describeWithPlace } from '../show.ts'
import { dayFor, members, some, ToolError, text, timeZone, tool } from '../tool.ts'

/** By the server. */
const mostFound = 200

export const find = tool({
  name: 'find',
  title: 'Find cards',
  description:
    'Finds cards that contain all these words, also within longer words; last changed first. Or cards by label or date; give one of these at least.',
  scope: 'read',
  input: members({
    words: Type.Optional(text()),
    labels: Type.Optional(some(text(), 'all of them')),
    due: Type.Optional(Type.String({ enum: [...spans], description: 'week: the next seven days' })),
    time_zone: timeZone,
    in: Type.Optional(text('inbox, a project or Project/Column')),
    completed: Type.Optional(Type.Boolean({ description: 'only complete (true) or open (false) ones' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'default 30' })),
  }),
  annotations: { readOnlyHint: true },
  async run(
    { client, board: read, linkTo },
    { words = '', labels, due, time_zone, in: where, completed, limit = 30 },
  ) {
    const hasWords = words.trim() !== ''
    if (!hasWords && !labels && !due) throw new ToolError('Give "words", "labels" or "due".')
    const isWanted = passes({ labels, due: due as DueFilter | undefined }, dayFor(time_zone))
    const board = await read()
    const places = where === undefined ? undefined : findPlaces(board, where).places
    const cards = hasWords
      ? (await client.searchCards({ q: words, limit: mostFound })).cards
      : [...board.cards].sort((one, other) => compare(other.updated_at, one.updated_at))
    const found = cards.filter(
      (card) =>
        isWanted(card) &&
        (completed === undefined || card.complete === completed) &&
        (!places || places.some(({ status_id }) => status_id === card.status_id)),
    )
    if (due) found.sort(byDue)
    const shown = found.slice(0, limit)
    const lines = shown.map((card) => describeWithPlace(board, card))
    const isMore = found.length > shown.length || (hasWords && cards.length === mostFound)
    return {
      text:
        lines.length > 0
          ? [...lines, ...(isMore ? ['There may be more: add words, or raise the limit.'] : [])].join('\n')
          : labels || due
            ? 'No card matches.'
            : 'No card contains all these words.',
      data: { cards: shown.map((card) => cardAsData(board, linkTo, card)), ...(isMore && { is_more: true }) },
    }
  },
})
