import type { Board, ColumnCounts } from '../board/board.ts'
import { type Column, cardsOf, keyOf } from '../board/columns.ts'
import { lettersOfId } from '../board/names.ts'
import type { Client } from '../client/client.ts'
import { Replica } from '../client/replica.ts'
import type { Card } from '../contract/card.ts'

/** An account as tools read it: each call loads what it needs. */
export interface Account {
  /**
   * Projects and columns. Of the cards, those that these references may mean are there for certain; for one that
   * means none, those that resemble it.
   */
  board(references?: readonly string[]): Promise<Board>
  /** The numbers of cards, by the key of the column. */
  counts(): Promise<ReadonlyMap<string, ColumnCounts>>
  /** In the order of their columns. */
  cards(wanted: Wanted): Promise<readonly Card[]>
}

export interface Wanted {
  ids?: readonly string[]
  column?: Column
  complete?: boolean | undefined
  /** Only cards whose text contains this. */
  containing?: 'due:' | '#'
  skip?: number
  limit?: number
}

/** An account at a URL: a replica, which fetches only what has changed since the last call. */
export function accountAt(client: Client): Account {
  const replica = new Replica(client, lettersOfId)
  return {
    board: () => replica.catchUp(),
    async counts() {
      const { columns } = await replica.catchUp()
      return new Map(
        [...columns].map(([key, cards]) => {
          const complete = cards.filter((card) => card.complete).length
          return [key, { open: cards.length - complete, complete }]
        }),
      )
    },
    async cards({ ids, column, complete, containing = '', skip = 0, limit = Number.POSITIVE_INFINITY }) {
      const board = await replica.catchUp()
      if (ids) return ids.flatMap((id) => board.find(id) ?? [])
      return (column ? cardsOf(board.columns, keyOf(column)) : board.cards)
        .filter(
          (card) => (complete === undefined || card.complete === complete) && card.text.includes(containing),
        )
        .slice(skip, skip + limit)
    },
  }
}
