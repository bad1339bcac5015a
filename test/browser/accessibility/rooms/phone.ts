import { button, composer, editor, tick } from '../../../support/browsing/boards.ts'
import { dialogsLoaded, goOffline, makeBoard } from '../../../support/browsing/browsing.ts'
import { inHand, inSheet, isGone, sheet, tapCard } from '../../phone/visit.ts'
import { long } from '../hands.ts'
import type { Room, State } from '../room.ts'

const width = 390
const close: Pick<State, 'leave'> = {
  async leave(page) {
    await page.keyboard.press('Escape')
    await isGone(page)
  },
}

const states: State[] = [
  {
    what: 'a card that was tapped',
    reach: (page) => tapCard(page, 'Weed'),
    ...close,
  },
  {
    what: 'a long card that was tapped',
    rare: true,
    async reach(page) {
      await page
        .locator('.card')
        .nth(1)
        .tap({ position: { x: 100, y: 20 } })
      await sheet(page).waitFor()
    },
    ...close,
  },
  {
    what: 'the places that a card can go to',
    rare: true,
    async reach(page) {
      await tapCard(page, 'Weed')
      await inSheet(page, 'Move to…').tap()
      await page.getByRole('option', { name: 'Doing Garden' }).waitFor()
    },
    ...close,
  },
  {
    what: 'what can be done with a project',
    async reach(page) {
      await button(page, 'Project actions').tap()
      await inSheet(page, 'Rename this project').waitFor()
    },
    ...close,
  },
  {
    what: 'the question before a project is deleted',
    rare: true,
    async reach(page) {
      await button(page, 'Project actions').tap()
      await inSheet(page, 'Delete this project').tap()
      await inSheet(page, 'Cancel').waitFor()
    },
    ...close,
  },
  {
    what: 'a card that is typed',
    rare: true,
    async reach(page) {
      await composer(page, 'To do').tap()
      await page.keyboard.type('Rake')
      await button(page, 'Add').waitFor()
    },
    leave: (page) => composer(page, 'To do').fill(''),
  },
  {
    what: 'a card that is edited',
    rare: true,
    async reach(page) {
      await tapCard(page, 'Weed')
      await inSheet(page, 'Edit').tap()
      await editor(page).and(page.locator(':focus')).waitFor()
    },
    leave: (page) => button(page, 'Cancel').tap(),
  },
  {
    what: 'selected cards',
    async reach(page) {
      await tapCard(page, 'Weed')
      await inSheet(page, 'Select').tap()
      await page.getByRole('toolbar').waitFor()
    },
  },
  {
    what: 'a message, and what is waiting to be sent',
    rare: true,
    async reach(page) {
      await dialogsLoaded(page)
      await goOffline(page)
      await tick(page, 'Weed').tap()
      await button(page, 'Undo').waitFor()
      await page.locator('.head .mark').tap()
      await page.getByRole('dialog', { name: 'Unsent changes' }).waitFor()
    },
  },
]

/** What there is only for a finger. */
export const phoneRoom: Room = {
  what: 'a phone',
  options: inHand,
  async prepare({ inboard }) {
    const person = await inboard.signIn()
    const lines = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a long card`).join('\n')
    const { id } = await makeBoard(person.client, 'Garden', {
      'To do': ['Weed', `${long}\n${lines}`, 'Sow'],
      Doing: ['Mow due:2026-01-02 every:week #garden\n- [ ] Refuel\n- [x] Rake #tools'],
    })
    return { person, path: `/projects/${id}` }
  },
  states: states.map((state) => ({ widths: [width], ...state })),
}
