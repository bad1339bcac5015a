import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, composer, heading } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('the palette offers to add the typed text as a card: last, or alone; a new project has the cursor in its first column', async () => {
  const { page, client, press, write, hears } = await sitDown(browsing, { 'To do': ['Buy soil'] })
  const options = () => page.getByRole('option').locator('.name').allTextContents()
  await press('Control+k')
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await write('Buy')
  await becomes(options, ['Buy soil', 'Add to inbox: Buy'])
  await write(' milk')
  await becomes(options, ['Add to inbox: Buy milk'])
  expect(await objectionsTo(page)).toEqual([])
  await press('Enter')
  await hears('Added “Buy milk” to Inbox.')
  await becomes(() => inboxOf(client), ['Buy milk'])
  await heading(page, 'Garden').waitFor()

  await button(page, 'New project').click()
  await page.getByRole('textbox', { name: 'Name of the new project' }).fill('House')
  await page.keyboard.press('Enter')
  await heading(page, 'House').waitFor()
  await composer(page, 'To do').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Weed')
  await page.keyboard.press('Enter')
  await page.getByRole('listitem', { name: 'Weed' }).waitFor()
})
