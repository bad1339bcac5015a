import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, card, idOf } from '../../support/browsing/boards.ts'
import { goOffline } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a card that is deleted here and was rewritten elsewhere is there until the person has seen that', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water', 'Rake', 'Sow'] })
  const { page, client, press, boardIs } = desk
  const idOfRake = await idOf(desk, 'Rake')
  await goOffline(page)
  for (const text of ['Weed', 'Water', 'Rake']) {
    await card(page, text).focus()
    await press('Delete')
  }
  await client.editCard({ id: await idOf(desk, 'Weed'), text: 'Weed, after an hour of writing' })
  await client.editCard({ id: await idOf(desk, 'Water'), text: 'Water, too' })
  // That is no reason to keep it.
  await client.editCard({ id: idOfRake, complete: true })
  await page.context().setOffline(false)
  await button(page, '2 changes need your attention').click()
  const dialog = page.getByRole('dialog')
  const about = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
  await about('Weed, after an hour of writing').waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await about('Weed, after').getByRole('button', { name: 'Keep it' }).click()
  // They may want it all the same.
  await about('Water, too').getByRole('button', { name: 'Delete it all the same' }).click()
  await boardIs({ 'To do': ['Weed, after an hour of writing', 'Sow'] })
})
