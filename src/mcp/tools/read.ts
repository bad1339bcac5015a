import Type from 'typebox'
import type { BinItem } from '../../contract/bin.ts'
import type { Card } from '../../contract/card.ts'
import type { Board, Place } from '../board.ts'
import { findCard, findPlaces } from '../references.ts'
import { Refusal } from '../refusal.ts'
import { cardAsData, count, describe, describeWhole, quoted } from '../show.ts'
import { members, some, text, tool } from '../tool.ts'

export const read = tool({
  name: 'read',
  title: 'Read',
  description:
    'Cards with their whole text and revision; or what is in the inbox, a project, a column, or the bin. Cards are named by id, the end of an id, or the beginning of their text.',
  scope: 'read',
  input: members({
    items: some(text(), 'cards, projects, Project/Column, "inbox", "bin"'),
    completed: Type.Optional(
      Type.Boolean({ description: 'in lists: only complete (true) or open (false) ones' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'cards of each column, default 50' }),
    ),
    skip: Type.Optional(Type.Integer({ minimum: 0, description: 'so many cards of each column' })),
  }),
  annotations: { readOnlyHint: true },
  async run({ client, board: load }, { items, completed, limit = 50, skip = 0 }) {
    const board = await load()
    const bin = items.some(isBin) ? (await client.listBin()).items : []
    const isShown = ({ complete }: Card) => completed === undefined || complete === completed
    const look = (item: string): Found => {
      if (isBin(item)) return ofBin(bin.slice(skip, skip + limit), bin.length)
      const found = lookUp(board, item)
      if ('places' in found) return ofPlaces(board, found.places, isShown, skip, limit)
      return { text: describeWhole(board, found), cards: [cardAsData(board, found, true)] }
    }
    const parts = items.map((item) => {
      try {
        return look(item)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { text: error.message, isMissing: true }
      }
    })
    return {
      text: parts.map((part) => part.text).join('\n\n'),
      data: {
        cards: parts.flatMap((part) => ('cards' in part ? part.cards : [])),
        ...(bin.length > 0 && { bin: parts.flatMap((part) => ('bin' in part ? part.bin : [])) }),
      },
      // What was found is worth reading, whatever was not.
      ...(parts.every((part) => 'isMissing' in part) && { isError: true }),
    }
  },
})

type Found = { text: string } & ({ cards: object[] } | { bin: object[] })

const isBin = (item: string) => item.trim().toLowerCase() === 'bin'

/** A project or column of that name comes before a card whose text begins like it. */
function lookUp(board: Board, item: string): { places: Place[] } | Card {
  try {
    return findPlaces(board, item)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    try {
      return findCard(board, item)
    } catch (other) {
      // Where nothing is called like it, it was a card more often than not; where several are, they are to be told.
      throw error.message.startsWith('Several') || item.includes('/') ? error : other
    }
  }
}

function ofPlaces(
  board: Board,
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
    return { lines, cards: shown.map((card) => cardAsData(board, card)) }
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
    return `${id.slice(-8)} ${what}, deleted ${deleted_at.slice(0, 10)}, kept until ${expires_at.slice(0, 10)}`
  })
  return {
    text: [`Bin: ${count(all, 'item')}. add with "restore" brings them back.`, ...lines].join('\n'),
    bin: shown.map(({ id, kind, text, title }) => ({ id, kind, text, title })),
  }
}
