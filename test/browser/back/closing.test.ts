import { test } from 'vitest'
import { button, card } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { closesAndLeaves, type Opening } from './closing.ts'
import { dialog, menu, visit } from './visit.ts'

const browsing = browseInTests()

const onADesk: Opening[] = [
  { what: 'the palette', open: (page) => page.keyboard.press('Control+k'), seen: dialog },
  { what: 'the shortcuts', open: (page) => page.keyboard.press('?'), seen: dialog },
  {
    what: 'the menu of a card',
    open: (page) => button(page, 'Actions for Weed').press('Enter'),
    seen: menu,
  },
  { what: 'the places to move to', open: (page) => card(page, 'Weed').press('m'), seen: dialog },
  {
    what: 'the menu of a column',
    open: (page) => button(page, 'To do actions').click(),
    seen: menu,
  },
  { what: 'the menu of the project', open: (page) => button(page, 'Project actions').click(), seen: menu },
  {
    what: 'the question before the project is deleted',
    async open(page) {
      await button(page, 'Project actions').click()
      await page.getByRole('menuitem', { name: 'Delete this project' }).click()
      await page.getByText('You can restore them all from the bin.').waitFor()
    },
    seen: dialog,
  },
  {
    what: 'a selection',
    open: (page) => card(page, 'Weed').press('x'),
    seen: (page) => page.getByRole('toolbar'),
  },
]

test('Back closes whatever is open on a desk once, and then leaves the page', async () => {
  const { page } = await visit(browsing)
  await closesAndLeaves(page, onADesk)
})
