import { expect, test } from 'vitest'
import { closesAndLeaves } from '../../../browser/back/closing.ts'
import { dialog, isSettled, narrow, visit } from '../../../browser/back/visit.ts'
import { button, card, heading } from '../../../support/browsing/boards.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { phone } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

test('Back closes the drawer of a narrow page once, and then leaves the page', async () => {
  const { page } = await visit(browsing, narrow)
  await closesAndLeaves(page, [
    {
      what: 'the drawer',
      open: () => button(page, 'Inbox and projects').click(),
      seen: () => page.getByRole('navigation'),
    },
  ])
})

test('Back closes one thing after the other, or two at once', async () => {
  const { page } = await visit(browsing)
  await card(page, 'Weed').press('x')
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.press('m')
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('toolbar').getByText('1 selected').waitFor()
  await page.goBack()
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Weed')
  await page.goBack()
  await heading(page, 'Settings').waitFor()

  await page.goForward()
  await card(page, 'Weed').waitFor()
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await heading(page, 'Settings').waitFor()
  expect(await dialog(page).count()).toBe(0)
  await isSettled(page)
})

test('Back closes the editor on a phone once, then leaves the page, and saves what is being typed', async () => {
  const { page, client } = await visit(browsing, phone)
  const edit = () => card(page, 'Weed').press('e')
  const field = page.getByLabel('Card text')
  await closesAndLeaves(page, [{ what: 'the editor of a card', open: edit, seen: () => field }])
  await edit()
  await field.fill('Weed the beds')
  await page.goBack()
  await card(page, 'Weed the beds').waitFor()
  const text = async () => (await client.searchCards({ q: 'beds' })).cards.map((one) => one.text)
  await becomes(text, ['Weed the beds'])
})
