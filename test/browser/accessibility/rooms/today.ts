import { addDays, dayIn } from '../../../../src/board/text/days.ts'
import { addCards } from '../../../support/browsing/browsing.ts'
import { long, pressEscape } from '../hands.ts'
import { withBoards } from '../people.ts'
import { type Room, stay } from '../room.ts'

const day = (from: number) => addDays(dayIn(new Date()), from)

export const today: Room = {
  what: 'the page of today',
  async prepare(browsing) {
    const { person, garden } = await withBoards(browsing)
    const { client } = person
    await addCards(client, `/api/projects/${garden.id}/cards`, [
      `Water due:${day(0)}T15:30 every:2w #garden`,
      `${long} due:${day(-400)}`,
      `Order due:${day(3)}`,
    ])
    return { person, projects: [garden], path: '/today' }
  },
  states: [
    {
      what: 'cards that are due, in progress, and due soon',
      thorough: true,
      async reach(page) {
        await page.getByRole('button', { name: /^Due soon/, expanded: false }).click()
        await page.getByRole('listitem', { name: /^Order/ }).waitFor()
      },
      leave: (page) => page.getByRole('button', { name: /^Due soon/, expanded: true }).click(),
    },
    {
      what: 'a card that is edited',
      rare: true,
      async reach(page) {
        await page.getByRole('listitem', { name: /^Water/ }).focus()
        await page.keyboard.press('Enter')
        await page.getByLabel('Card text').waitFor()
      },
      leave: pressEscape,
    },
    {
      what: 'a link to no card',
      rare: true,
      path: '/card/none',
      reach: (page) => page.getByRole('heading', { name: 'Card not found' }).waitFor(),
      leave: stay,
    },
  ],
}
