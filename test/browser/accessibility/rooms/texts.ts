import { makeBoard } from '../../../support/browsing/browsing.ts'
import { onCard } from '../hands.ts'
import type { Room } from '../room.ts'

const notes = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of the notes`).join('\n')
const title = 'A title that goes on and on, '.repeat(40).trim()

/** With links, notes, and words that go from right to left. */
export const texts: Room = {
  what: 'texts',
  async prepare({ inboard, appUrl }) {
    const person = await inboard.signIn()
    const url = `${appUrl}/docs`
    const rich = `Read ${url}\n${notes}\n${url}`
    const { id } = await makeBoard(person.client, 'Garden', {
      'To do': [rich, title, `${url} – שלום`, 'לקנות חלב'],
      Doing: [`${rich} and`, `mailto:ada@example.com\n${url}`],
      Done: [`Done ${rich}`, title],
    })
    const { cards } = await person.client.listProjectCards({ project_id: id })
    for (const { id } of cards.slice(-2)) await person.client.editCard({ id, complete: true })
    return { person, path: `/projects/${id}` }
  },
  states: [
    {
      what: 'links and notes, whole and cut off, selected and complete',
      thorough: true,
      async reach(page) {
        await page
          .getByRole('button', { name: /^Show all of A title/ })
          .first()
          .click()
        await onCard(page, 'x')
      },
    },
  ],
}
