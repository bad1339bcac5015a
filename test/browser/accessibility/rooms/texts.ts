import { makeBoard } from '../../../support/browsing/browsing.ts'
import { onCard } from '../hands.ts'
import type { Room } from '../room.ts'

const notes = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of the notes`).join('\n')
const title = 'A title that goes on and on, '.repeat(40).trim()

const marked = 'Pay *rent* due:2026-01-02T15:30 every:2w #home'
const steps = '- [x] `One` #first\n- [ ] Two [steps](https://a.example)\n> 1. Three'

/** With links, notes, marks, formatting, and words that go from right to left. */
export const texts: Room = {
  what: 'texts',
  async prepare({ inboard, appUrl }) {
    const person = await inboard.signIn()
    const url = `${appUrl}/docs`
    const rich = `Read ${url}\n${notes}\n${url}`
    const { id } = await makeBoard(person.client, 'Garden', {
      'To do': [rich, title, `${url} – שלום`, 'לקנות חלב'],
      Doing: [`${rich} and`, `mailto:ada@example.com\n${url}`, marked, `${marked}\n${steps}`],
      Done: [`Done ${rich}`, title, `${marked}\n${steps}`],
    })
    const { cards } = await person.client.listProjectCards({ project_id: id })
    for (const { id } of cards.slice(-3)) await person.client.editCard({ id, complete: true })
    return { person, path: `/projects/${id}` }
  },
  states: [
    {
      what: 'links, notes and marks, whole and cut off, selected and complete',
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
