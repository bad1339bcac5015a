import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { add, boardIs, button, card, composer, editor, idOf } from '../../support/browsing/boards.ts'
import { holdDisk } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { disagree } from '../conflicts/disagreement.ts'
import { lookAt } from './meddling.ts'

// The focus stays with whoever types, and no key is for a card that only happens to be beside.

const browsing = browseInTests()
const board = { 'To do': ['Weed', 'Water', 'Sow'] }

const mainHasFocus = (page: Page) => page.locator('main:focus').waitFor()

test('a dialog that closes with its deleted card passes no keys to another card', async () => {
  const seen = await lookAt(browsing, board)
  const { page, client, project } = seen
  const goesOn = async () => {
    await mainHasFocus(page)
    for (const key of ['x', 'e', 'Delete', 'Enter', 'Backspace', 'Shift+ArrowDown'])
      await page.keyboard.press(key)
  }
  await card(page, 'Water').focus()
  await page.keyboard.press('m')
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Do')
  await client.removeCard({ id: await idOf(seen, 'Water') })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await goesOn()
  await boardIs(page, client, project, { 'To do': ['Weed', 'Sow'] })

  await card(page, 'Sow').focus()
  await page.keyboard.press('.')
  await page.getByRole('menu').waitFor()
  await client.removeCard({ id: await idOf(seen, 'Sow') })
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await goesOn()
  await boardIs(page, client, project, { 'To do': ['Weed'] })
  expect(await editor(page).count()).toBe(0)
  expect(await page.getByText('1 selected').count()).toBe(0)
})

test('a slow disk does not take the focus back from a person who already types elsewhere', async () => {
  const { page, client, project, user } = await lookAt(browsing, board)
  const letGo = await holdDisk(page, user.id)
  await add(page, 'Mow', 'To do')
  await page.keyboard.press('Escape')
  await composer(page, 'Done').click()
  await page.keyboard.type('Half a')
  await letGo()
  await boardIs(page, client, project, { 'To do': [...board['To do'], 'Mow'] })
  await page.keyboard.type(' thought')
  expect(await composer(page, 'Done').inputValue()).toBe('Half a thought')
})

test('a slowly saved decision on a conflict does not either', async () => {
  const { page, project } = await disagree(browsing, ['Weed'])
  const letGo = await holdDisk(page, project.owner_id)
  await button(page, 'Keep the other').click()
  await composer(page, 'Done').click()
  await page.keyboard.type('Half a')
  await letGo()
  await page.getByRole('group', { name: 'Changed in two places' }).waitFor({ state: 'detached' })
  await page.keyboard.type(' thought')
  expect(await composer(page, 'Done').inputValue()).toBe('Half a thought')
})
