import type { Card } from '../../contract/card.ts'
import type { Problem } from '../../contract/problem.ts'
import { answer, remark } from '../terminal.ts'
import type { Account } from './account.ts'
import { doAll, type Operation } from './batch.ts'
import type { Connection } from './connection.ts'
import { cardLine } from './drawing.ts'
import { sentenceFor } from './failures.ts'
import { titleOf } from './printable.ts'

export interface Changed {
  before: Card
  /** None, if it is deleted. */
  after?: Card
}

/** Does the same to each of some cards, and tells what could not be done. */
export async function changeCards(
  { client, login }: Connection,
  cards: Card[],
  operationFor: (card: Card) => Omit<Operation, 'path'>,
): Promise<{ changed: Changed[]; isWhole: boolean }> {
  const operations = cards.map((card) => ({ ...operationFor(card), path: `/api/cards/${card.id}` }))
  const results = await doAll(client, operations)
  const changed: Changed[] = []
  for (const [index, before] of cards.entries()) {
    const { status = 0, body } = results[index] ?? {}
    if (status < 300)
      changed.push({
        before,
        ...((body as { card?: Card } | null) && { after: (body as { card: Card }).card }),
      })
    else remark(`${titleOf(before.text)}: ${sentenceFor(body as Problem, login.url)}`)
  }
  return { changed, isWhole: changed.length === cards.length }
}

/** `Done: kqrt  Buy milk`, or a list. */
export function tell(
  account: Account,
  asked: Partial<Record<string, string>>,
  verb: string,
  cards: Card[],
  hint = '',
): void {
  if (cards.length === 0 && asked.json === undefined) return
  answer(asked, { cards }, () =>
    cards.length === 1
      ? `${verb}: ${cards.map((card) => cardLine(account, card, '')).join('')}${hint}`
      : [`${verb}:`, ...cards.map((card) => cardLine(account, card))].join('\n') + hint,
  )
}
