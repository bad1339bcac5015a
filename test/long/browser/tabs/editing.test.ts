import { test } from 'vitest'
import { openTwo } from '../../../browser/tabs/two-tabs.ts'
import { button, edit } from '../../../support/browsing/boards.ts'
import { isSent } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each([
  ['Keep this one', 'Weed the beds'],
  ['Keep the other', 'Weed everything'],
])('a card that is edited in both is decided by “%s”', async (choice, text) => {
  const { person, one, other, bothShow } = await openTwo(browsing)
  await edit(other, 'Weed', 'Weed the beds')
  await edit(one, 'Weed', 'Weed everything')
  await one.keyboard.press('Enter')
  await button(other, choice).click()
  await bothShow({ 'To do': [text, 'Water'], Doing: ['Dig'] })
  await isSent(other, person.user.id)
})
