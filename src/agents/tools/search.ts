import { linesOf } from '../../board/names.ts'
import type { Card } from '../../contract/card.ts'
import { findCard, similarTo } from '../references.ts'
import { cardAsData } from '../show.ts'
import { type Answer, members, ToolError, text, tool } from '../tool.ts'

// Research in ChatGPT calls two tools with these names, arguments and answers, and no others.

const mostFound = 20

export const search = tool({
  name: 'search',
  title: 'Search',
  description: 'Finds cards as JSON.',
  scope: 'read',
  input: members({ query: text() }),
  annotations: { readOnlyHint: true },
  async run({ client, board: load, linkTo }, { query }) {
    const words = query.replaceAll(/["“”?!.,;()]/g, ' ')
    if (words.trim() === '') throw new ToolError('Give "query" some words.')
    const { cards } = await client.searchCards({ q: words, limit: mostFound })
    // A question has words that its answer lacks.
    const found = cards.length > 0 ? cards : similarTo(await load(), words)
    return asJson({
      results: found.map((card) => ({
        id: card.id,
        title: titleOf(card),
        url: linkTo(card.id),
        complete: card.complete,
      })),
    })
  },
})

export const fetch = tool({
  name: 'fetch',
  title: 'Fetch',
  description: 'A card as JSON.',
  scope: 'read',
  input: members({ id: text() }),
  annotations: { readOnlyHint: true },
  async run({ board: load, linkTo }, { id: reference }) {
    const board = await load()
    const card = findCard(board, reference)
    const { id, url, text, ...metadata } = cardAsData(board, linkTo, card, true)
    return asJson({ id, title: titleOf(card), text, url, metadata })
  },
})

const titleOf = ({ text }: Card) => (linesOf(text.trim())[0] ?? '').slice(0, 200)

/** Such clients read the text, and expect JSON in it. */
const asJson = (data: Record<string, unknown>): Answer => ({ text: JSON.stringify(data), data })
