import type { Export } from '../../../src/contract/transfer.ts'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'
import { sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
export async function newcomer(at: TestInboard = inboard) {
  const person = await at.signIn()
  const send = sender(at, person.token)
  return {
    ...person,
    send,
    post: (text: string | Uint8Array, type = 'text/csv', query = '', key?: string) =>
      send(`POST /api/import${query}`, {
        body: text,
        headers: { 'content-type': type },
        ...(key && { key }),
      }),
  }
}

/** What an export says of boards and cards, without when and whose. */
export const content = ({ projects, inbox }: Export) => ({ projects, inbox })

/** Titles, and the texts in each column. */
export async function boardsOf({ client }: SignedIn) {
  const { projects, inbox } = await client.exportAccount()
  const texts = (cards: Export['inbox']) => cards.map(({ text, complete }) => (complete ? `✓ ${text}` : text))
  return {
    boards: projects.map(({ title, statuses }) => [title, ...statuses.map(({ cards }) => texts(cards))]),
    inbox: texts(inbox),
  }
}
