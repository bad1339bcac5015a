import Type from 'typebox'
import type { Board, Place } from '../../board/board.ts'
import type { BinItem } from '../../contract/bin.ts'
import type { Card } from '../../contract/card.ts'
import { findCard, findPlaces } from '../references.ts'
import { cardAsData, count, describe, describeWhole, type LinkTo, quoted, shortIdOf } from '../show.ts'
import { members, some, ToolError, text, tool } from '../tool.ts'

export const read = tool({
  name: 'read',
  title: 'Read',
  description:
    'Reads cards with their whole text and revision, or lists the inbox, a project, a column or the bin. Name cards by id or the beginning of their text.',
  scope: 'read',
  input: members({
    items: some(text(), 'cards, projects, Project/Column, "inbox", "bin"'),
    completed: Type.Optional(
      Type.Boolean({ description: 'in lists: only complete (true) or open (false) ones' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'cards of each column, default 50' }),
    ),
    skip: Type.Optional(Type.Integer({ minimum: 0, description: 'number of cards to skip in each column' })),
  }),
  annotations: { readOnlyHint: true },
  async run({ client, board: load, linkTo }, { items, completed, limit = 50, skip = 0 }) {
    const board = await load()
    const bin = items.some(isBin) ? (await client.listBin()).items : []
    const isShown = ({ complete }: Card) => completed === undefined || complete === completed
    const look = (item: string): Found => {
      if (isBin(item)) return ofBin(bin.slice(skip, skip + limit), bin.length)
      const found = lookUp(board, item)
      if ('places' in found) return ofPlaces(board, linkTo, found.places, isShown, skip, limit)
      return { text: describeWhole(board, found), cards: [cardAsData(board, linkTo, found, true)] }
    }
    const parts = items.map((item) => {
      try {
        return look(item)
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        return { text: error.message, isMissing: true }
      }
    })
    const cards = parts.flatMap((part) => ('cards' in part ? part.cards : []))
    return {
      text: parts.map((part) => part.text).join('\n\n'),
      link: cards.length === 1 ? cards[0]?.url : undefined,
      data: {
        cards,
        ...(bin.length > 0 && { bin: parts.flatMap((part) => ('bin' in part ? part.bin : [])) }),
      },
      // An error only if nothing was found.
      ...(parts.every((part) => 'isMissing' in part) && { isError: true }),
    }
  },
})

type Found = { text: string } & ({ cards: ReturnType<typeof cardAsData>[] } | { bin: object[] })

const isBin = (item: string) => item.trim().toLowerCase() === 'bin'

/** A project or column takes precedence over a card whose text begins with the same words. */
function lookUp(board: Board, item: string): { places: Place[] } | Card {
  try {
    return findPlaces(board, item)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    try {
      return findCard(board, item)
    } catch (other) {
      // If nothing matches, a card was probably meant. If several places match, list them.
      throw error.message.startsWith('Several') || item.includes('/') ? error : other
    }
  }
}

function ofPlaces(
  board: Board,
  linkTo: LinkTo,
  places: Place[],
  isShown: (card: Card) => boolean,
  skip: number,
  limit: number,
) {
  const columns = places.map((place) => {
    const all = board.cardsIn(place).filter(isShown)
    const shown = all.slice(skip, skip + limit)
    const rest = all.length - skip - shown.length
    const lines = [
      `${place.name}: ${count(all.length, 'card')}`,
      ...shown.map((card) => describe(board, card)),
      ...(rest > 0 ? [`and ${rest} more: "skip": ${skip + limit}`] : []),
    ]
    return { lines, cards: shown.map((card) => cardAsData(board, linkTo, card)) }
  })
  return {
    text: columns.map(({ lines }) => lines.join('\n')).join('\n'),
    cards: columns.flatMap(({ cards }) => cards),
  }
}

function ofBin(shown: BinItem[], all: number) {
  const lines = shown.map(({ id, kind, text = '', title = '', card_count, deleted_at, expires_at }) => {
    const what =
      kind === 'card' ? quoted(text) : `project ${quoted(title)} with ${count(card_count ?? 0, 'card')}`
    return `${shortIdOf(id)} ${what}, deleted ${deleted_at.slice(0, 10)}, kept until ${expires_at.slice(0, 10)}`
  })
  return {
    text: [`Bin: ${count(all, 'item')}. Use add with "restore" to bring items back.`, ...lines].join('\n'),
    bin: shown.map(({ id, kind, text, title }) => ({ id, kind, text, title })),
  }
}
