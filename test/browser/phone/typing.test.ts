import { expect, test } from 'vitest'
import { boardIs, button, composer, editor } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { drawer, inSheet, isGone, isHitByFingers, start, tapCard, visit } from './visit.ts'

const browsing = browseInTests()

test('the keyboard of the phone comes with searching, naming and writing; a card is added without a key; Enter makes a second line in one that is edited, and buttons save it or leave it', async () => {
  const { page, project, client } = await visit(browsing)
  await button(page, 'Search').first().tap()
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.goBack()
  await isGone(page)
  await button(page, 'Inbox and projects').tap()
  await button(page, 'New project').tap()
  await page.getByLabel('Name of the new project').and(page.locator(':focus')).waitFor()
  await page.goBack()
  await drawer(page).waitFor({ state: 'hidden' })
  await composer(page, 'To do').tap()
  await composer(page, 'To do').and(page.locator(':focus')).waitFor()

  await composer(page, 'To do').tap()
  await page.keyboard.type('Rake')
  await isHitByFingers(page)
  await button(page, 'Add').tap()
  await boardIs(page, client, project, { ...start, 'To do': ['Weed', 'Water', 'Sow', 'Rake'] })
  await composer(page, 'To do').and(page.locator(':focus')).waitFor()
  expect(await button(page, 'Add').count()).toBe(0)

  const type = async (...lines: string[]) => {
    await inSheet(page, 'Edit').tap()
    await editor(page).and(page.locator(':focus')).waitFor()
    for (const line of lines) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(line)
    }
  }
  await tapCard(page, 'Weed')
  await type('all of it')
  await isHitByFingers(page)
  await button(page, 'Save').tap()
  await boardIs(page, client, project, { ...start, 'To do': ['Weed\nall of it', 'Water', 'Sow', 'Rake'] })
  await tapCard(page, 'Weed')
  await type('and more')
  await button(page, 'Cancel').tap()
  await editor(page).waitFor({ state: 'detached' })
  await becomes(() => page.evaluate(() => document.activeElement?.className), 'card')
  await boardIs(page, client, project, { ...start, 'To do': ['Weed\nall of it', 'Water', 'Sow', 'Rake'] })
})
