import { expect, test } from 'vitest'
import { idsOf } from '../../../src/web/model/operations.ts'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, card, edit, editor, idOf } from '../../support/browsing/boards.ts'
import { becomes, goOffline } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { box, disagree } from './disagreement.ts'

const browsing = browseInTests()

test('two texts for one card are both shown, and one press decides: mine, theirs (which can be undone), or both', async () => {
  const { page, press, boardIs, focusIs, hears } = await disagree(browsing, ['Weed', 'Water', 'Sow'])
  const keep = (text: string, what: string) => card(page, text).getByRole('button', { name: what })
  expect(await objectionsTo(page)).toEqual([])
  // Without motion, colours change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])

  await keep('Weed there', 'Keep this one').press('Enter')
  await boardIs({ 'To do': ['Weed here', 'Water there', 'Sow there'] })
  await focusIs('Weed here')
  expect(await box(page).count()).toBe(2)

  await keep('Sow there', 'Keep both').click()
  await boardIs({ 'To do': ['Weed here', 'Water there', 'Sow there', 'Sow here'] })

  await keep('Water there', 'Keep the other').click()
  await hears('Kept the other text.')
  await becomes(() => box(page).count(), 0)
  await boardIs({ 'To do': ['Weed here', 'Water there', 'Sow there', 'Sow here'] })
  await press('z')
  await boardIs({ 'To do': ['Weed here', 'Water here', 'Sow there', 'Sow here'] })
  await becomes(() => page.locator('.mark').count(), 0)
})

test('undoing the edit leaves theirs; a press decides from the palette after a reload, and in the list of what needs the person', async () => {
  const { page, project, press, write, boardIs, focusIs } = await disagree(browsing, ['Weed', 'Water', 'Sow'])
  await press('z')
  await becomes(() => box(page).count(), 2)
  await boardIs({ 'To do': ['Weed there', 'Water there', 'Sow there'] })
  // Two edits of each card.
  await becomes(async () => (await refusedIn(page, project.owner_id)).length, 4)
  await page.reload()
  await becomes(() => box(page).count(), 2)
  await press('ArrowDown')
  await focusIs('Weed there')
  await press('Control+k')
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await write('keep both')
  await press('Enter')
  await boardIs({ 'To do': ['Weed there', 'Weed here', 'Water there', 'Sow there'] })

  await button(page, '1 change needs your attention').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Water there', { exact: true }).waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep this one' }).press('Enter')
  await dialog.getByRole('heading', { name: 'Everything has been sent' }).waitFor()
  await boardIs({ 'To do': ['Weed there', 'Weed here', 'Water here', 'Sow there'] })
})

test('a card that is changed elsewhere while it is edited says so, and asks whose text to keep', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed'] })
  const { page, client, press, boardIs } = desk
  const id = await idOf(desk, 'Weed')
  await card(page, 'Weed').focus()
  await press('e')
  await editor(page).fill('Weed the bed')
  await client.editCard({ id, text: 'Weed and mulch' })
  await page.getByText('Meanwhile this card was changed elsewhere.').waitFor()
  expect(await objectionsTo(page)).toEqual([])
  // Without motion, colours change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  expect(await editor(page).inputValue()).toBe('Weed the bed')
  await button(page, 'Keep this one').click()
  await boardIs({ 'To do': ['Weed the bed'] })
  await becomes(() => page.locator('.mark, .conflict').count(), 0)
})

test('an edit that was undone, or was made elsewhere too, asks nothing', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  const { page, client, press, hears } = desk
  await goOffline(page)
  await edit(page, 'Weed', 'Wede')
  await press('Enter')
  await hears('Edited “Weed”.')
  await press('z')
  await hears('Restored the text of “Weed”.')
  await edit(page, 'Water', 'Water daily')
  await press('Enter')
  await hears('Edited “Water”.')
  await client.editCard({ id: await idOf(desk, 'Weed'), text: 'Weed and mulch' })
  const { card: water } = await client.editCard({ id: await idOf(desk, 'Water'), text: 'Water daily' })
  await page.context().setOffline(false)
  await card(page, 'Weed and mulch').waitFor()
  await isSent(page, water.owner_id)
  expect(await page.locator('.mark, .conflict').count()).toBe(0)
  const refused = await refusedIn(page, water.owner_id)
  expect(refused.filter(({ operation }) => idsOf(operation).includes(water.id))).toEqual([])
})
