import { expect, test } from 'vitest'
import { button, card, idOf, tick } from '../../support/browsing/boards.ts'
import { becomes, goOffline } from '../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { sitBeforeDone } from './done.ts'

const browsing = browseInTests()

test('clearing keeps a card that was reopened elsewhere meanwhile, and says so; one that was rewritten asks', async () => {
  const desk = await sitBeforeDone(browsing, 4)
  const { page, client, project, boardIs, hears } = desk
  const [second, third, fourth] = [
    await idOf(desk, 'Done 2'),
    await idOf(desk, 'Done 3'),
    await idOf(desk, 'Done 4'),
  ]
  await goOffline(page)
  await button(page, 'Clear completed (4)').click()
  await hears('Moved 4 completed cards to the bin.')
  await client.editCard({ id: second, complete: false })
  await client.editCard({ id: third, text: 'Done with care' })
  await client.setColumn({ project_id: null, status_id: null, card_ids: [fourth], moved: [fourth] })
  await page.context().setOffline(false)
  await page.getByText('“Done 2” was reopened elsewhere, so it was kept.').waitFor()
  await boardIs({ 'To do': ['Weed', 'Water'], Done: ['Done 2', 'Done with care'] })
  await button(page, '1 change needs your attention').waitFor()
  // It was only moved.
  await becomes(async () => (await client.listInboxCards()).cards, [])
  const refused = await refusedIn(page, project.owner_id)
  expect(refused.map(({ operation }) => 'id' in operation && operation.id)).toEqual([third])
})

test('completing a card that was deleted elsewhere meanwhile is dropped with a message', async () => {
  const desk = await sitBeforeDone(browsing, 3)
  const { page, client, project, press, focusIs, boardIs } = desk
  const ids = await Promise.all(['Done 1', 'Done 2', 'Weed'].map((text) => idOf(desk, text)))
  await goOffline(page)
  await tick(page, 'Done 2').uncheck()
  await card(page, 'Done 1').focus()
  await press('Shift+ArrowLeft')
  await focusIs('Done 1')
  await tick(page, 'Weed').check()
  for (const id of ids) await client.removeCard({ id })
  await page.context().setOffline(false)
  await page.getByText('3 cards were deleted elsewhere, so your changes to them were dropped.').waitFor()
  await boardIs({ 'To do': ['Water'], Done: ['Done 3'] })
  await isSent(page, project.owner_id)
  expect(await refusedIn(page, project.owner_id)).toEqual([])
  expect(await page.locator('.mark').count()).toBe(0)
})
