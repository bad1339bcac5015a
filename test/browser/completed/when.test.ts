import { expect, test } from 'vitest'
import { card, editor } from '../../support/browsing/boards.ts'
import { becomes, boardOf } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const day = 24 * 60 * 60 * 1000

test('an open card that is completed says when it was last changed, and not that it was completed then', async () => {
  const { page, press, type, client, project } = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  await card(page, 'Weed').click()
  await press('c', 'Enter')
  await page.getByText('Completed · last changed just now').waitFor()
  await type(' all')
  await press('Enter')
  await becomes(async () => (await boardOf(client, project))['To do'], ['Weed all', 'Water'])

  await page.clock.setFixedTime(Date.now() + day)
  await page.reload()
  await card(page, 'Weed all').dblclick()
  await page.getByText('Completed · last changed yesterday').waitFor()
  await press('Escape')

  await card(page, 'Water').dblclick()
  await editor(page).waitFor()
  expect(await page.getByText(/^Completed /).count()).toBe(0)
})

test('of a card that was completed elsewhere, too', async () => {
  const { page, client, project } = await sitDown(browsing, { 'To do': ['Weed'] })
  await card(page, 'Weed').waitFor()
  const [weed] = (await client.listProjectCards({ project_id: project.id })).cards
  await client.editCard({ id: weed?.id ?? '', complete: true })
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 1)
  await card(page, 'Weed').dblclick()
  await page.getByText('Completed · last changed just now').waitFor()
})
