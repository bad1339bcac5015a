import { expect, test } from 'vitest'
import { dialog, isSettled, narrow, visit } from '../../../browser/back/visit.ts'
import { button, card, heading, link } from '../../../support/browsing/boards.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('Back leads from a page that was chosen in the drawer to the one before', async () => {
  const { page, house } = await visit(browsing, narrow)
  const drawer = page.getByRole('navigation')
  await button(page, 'Inbox and projects').click()
  await link(page, /^House/).click()
  await heading(page, 'House').waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await page.waitForURL(house)
  // The page that is open already: the drawer closes, and that is all.
  await button(page, 'Inbox and projects').click()
  await link(page, /^House/).click()
  await drawer.waitFor({ state: 'hidden' })
  await isSettled(page)
  await page.goBack()
  await heading(page, 'Garden').waitFor()
  expect(await drawer.isVisible()).toBe(false)
  await page.goBack()
  await heading(page, 'Settings').waitFor()
})

test('Back does not lead to a project that was deleted', async () => {
  const { page } = await visit(browsing)
  await card(page, 'Weed').press('x')
  await button(page, 'Project actions').click()
  await page.getByRole('menuitem', { name: 'Delete this project' }).click()
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  await page.waitForURL(`${browsing.appUrl}/`)
  await isSettled(page)
  await page.goBack()
  await heading(page, 'Settings').waitFor()
})

test('Back leaves the page after a reload, which closes what was open', async () => {
  const { page } = await visit(browsing)
  await card(page, 'Weed').press('x')
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.reload()
  await card(page, 'Weed').waitFor()
  await isSettled(page)
  expect(await dialog(page).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await page.goBack()
  await heading(page, 'Settings').waitFor()
})
