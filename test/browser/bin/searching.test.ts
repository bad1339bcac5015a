import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, heading } from '../../support/browsing/boards.ts'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { binOn } from './bin.ts'

const browsing = browseInTests()

test('says where a card came from, and finds it by that and by its words', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn()
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'], Doing: ['Gießen'] })
  const { cards } = await client.listProjectCards({ project_id: garden.id })
  for (const { id } of cards) await client.removeCard({ id })
  const { card } = await client.addInboxCard({ text: 'Milk\nfor the garden party' })
  await client.removeCard({ id: card.id })
  const page = await browsing.open('/bin', { person })
  await becomes(() => binOn(page), ['Milk\nfor the garden party', 'Gießen', 'Weed'])
  await page.getByText('From the inbox · Deleted today').waitFor()
  await page.getByText('From Garden · To do · Deleted today').waitFor()
  await page.getByText('From Garden · Doing · Deleted today').waitFor()
  await heading(page, 'Bin').waitFor()
  await page.keyboard.press('f')
  const field = page.getByRole('textbox', { name: 'Search the bin' })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('GIESSEN')
  await becomes(() => binOn(page), ['Gießen'])
  await page.getByRole('status').filter({ hasText: '1 of 3 match' }).waitFor()
  expect(await page.locator('.binned mark').allTextContents()).toEqual(['Gießen'])
  expect(await objectionsTo(page)).toEqual([])
  await field.fill('garden')
  await becomes(async () => (await binOn(page)).length, 3)
  await field.fill('garden to do')
  await becomes(() => binOn(page), ['Weed'])
  await button(page, 'Restore “Weed”').click()
  await becomes(() => binOn(page), [])
  await page.getByText('Nothing matches “garden to do”.').waitFor()
  await field.press('Escape')
  await becomes(() => binOn(page), ['Milk\nfor the garden party', 'Gießen'])

  // A project in the bin still tells its name; one that is gone for good does not.
  await client.removeProject({ project_id: garden.id })
  await becomes(() => binOn(page), ['Garden', 'Milk\nfor the garden party', 'Gießen'])
  await page.getByText('From Garden · Doing · Deleted today').waitFor()
  await button(page, 'Permanently delete “Garden”').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await becomes(() => binOn(page), ['Milk\nfor the garden party', 'Gießen'])
  expect(await page.getByText('From Garden').count()).toBe(0)
})
