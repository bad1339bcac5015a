import { expect, test } from 'vitest'
import { card, heading } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog, lengthOf, visit } from './visit.ts'

const browsing = browseInTests()

test('Back leads from a page that was chosen in the palette to the one before, with cards selected or not', async () => {
  const { page, house } = await visit(browsing)
  const choose = async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'House Project' }).click()
    await heading(page, 'House').waitFor()
    await page.waitForURL(house)
  }
  await card(page, 'Weed').press('x')
  await choose()
  await page.goBack()
  await heading(page, 'Garden').waitFor()
  expect(await page.getByRole('toolbar').count()).toBe(0)

  await choose()
  const length = await lengthOf(page)
  await page.goBack()
  await heading(page, 'Garden').waitFor()
  expect(await dialog(page).count()).toBe(0)
  await page.goBack()
  await heading(page, 'Settings').waitFor()
  await page.goForward()
  await heading(page, 'Garden').waitFor()
  await page.goForward()
  await heading(page, 'House').waitFor()
  expect(page.url()).toBe(house)
  expect(await lengthOf(page)).toBe(length)
})
