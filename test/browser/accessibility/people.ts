import type { Project } from '../../../src/contract/project.ts'
import { addCards, type Browsing, makeBoard } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { long } from './hands.ts'

/** Somebody with four cards in the inbox, one of them complete. */
export async function withInbox({ inboard }: Browsing): Promise<SignedIn> {
  const person = await inboard.signIn()
  await addCards(person.client, '/api/inbox/cards', ['Buy milk', long, 'Call Bob'])
  await person.client.addInboxCard({ text: 'Read the post', complete: true })
  return person
}

/** The same person with a board that has more cards than fit, and an empty one. */
export async function withBoards(
  browsing: Browsing,
): Promise<{ person: SignedIn; garden: Project; bare: Project }> {
  const person = await withInbox(browsing)
  const { client } = person
  const garden = await makeBoard(client, `Garden ${long.slice(0, 150)}`, {
    'To do': Array.from({ length: 14 }, (_, index) => `Weed bed ${index + 1}`),
    Doing: [long],
    Done: ['Dig'],
  })
  const { cards } = await client.listProjectCards({ project_id: garden.id })
  const dug = cards.find(({ text }) => text === 'Dig')
  if (dug) await client.editCard({ id: dug.id, complete: true })
  return { person, garden, bare: await makeBoard(client, 'Bare') }
}
