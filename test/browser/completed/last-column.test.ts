import { expect, test } from 'vitest'
import { button, card, composer } from '../../support/browsing/boards.ts'
import { addCards, becomes, boardOf, boardOn, readyToDrag } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { drag, within } from '../drag/dragging.ts'
import { doneCards, sitBeforeDone } from './done.ts'

const browsing = browseInTests()

test('the last column begins with twenty completed cards, counts all, and shows the rest when asked', async () => {
  const { page, press, focusIs } = await sitBeforeDone(browsing, 33)
  await becomes(async () => (await boardOn(page)).Done, doneCards(20))
  await page.getByRole('heading', { name: 'Done 33 completed' }).waitFor()
  await page.getByRole('heading', { name: 'To do 2 cards' }).waitFor()

  // The keyboard and the selection end where the eye does.
  await card(page, 'Done 1').click()
  await press('End')
  await focusIs('Done 20')
  await press('ArrowDown', 'Shift+ArrowDown')
  await focusIs('Done 20')
  await press('Control+a')
  await page.getByText('20 selected').waitFor()
  await press('Escape')

  // A move from the other column lands level with where it was, among what is seen.
  await card(page, 'Weed').click()
  await press('Shift+ArrowRight')
  await becomes(async () => (await boardOn(page)).Doing, ['Weed'])
  await press('Shift+ArrowRight')
  await becomes(async () => (await boardOn(page)).Done, ['Weed', ...doneCards(19)])
  await press('Shift+ArrowLeft')
  await becomes(async () => (await boardOn(page)).Done, doneCards(20))
  await focusIs('Weed')

  await button(page, '13 more').click()
  await becomes(async () => (await boardOn(page)).Done, doneCards(33))
  await focusIs('Done 21')
  await button(page, 'Show fewer').click()
  await becomes(async () => (await boardOn(page)).Done, doneCards(20))
})

test('a card that is added, found or dropped among hidden cards is shown', async () => {
  const { page, press, type, focusIs, client, project } = await sitBeforeDone(browsing, 25)
  await composer(page, 'Done').fill('Rake')
  await page.keyboard.press('Enter')
  await becomes(async () => (await boardOn(page)).Done, [...doneCards(20), 'Rake'])
  await button(page, '5 more').waitFor()

  await press('Escape', 'Control+k')
  await type('Done 24')
  await page.getByRole('option', { name: /^Done 24 / }).waitFor()
  await press('Enter')
  await focusIs('Done 24')
  await becomes(async () => (await boardOn(page)).Done, [...doneCards(20), 'Done 24', 'Rake'])

  // Behind the last card that is seen, not behind those that are not.
  const { cards } = await client.listProjectCards({ project_id: project.id })
  expect(cards.filter(({ complete }) => complete).map(({ text }) => text)).toEqual([...doneCards(25), 'Rake'])
})

test('a card dropped below the last that is seen lands right behind it, not behind the hidden ones', async () => {
  const { page, client, project } = await sitBeforeDone(browsing, 24)
  await readyToDrag(page)
  const more = button(page, '4 more')
  await more.scrollIntoViewIfNeeded()
  await drag(
    page,
    'Weed',
    within(() => more),
  )
  await becomes(async () => (await boardOn(page)).Done, [...doneCards(20), 'Weed'])
  const whole = doneCards(24)
  await becomes(
    async () => (await boardOf(client, project)).Done,
    [...whole.slice(0, 20), 'Weed', ...whole.slice(20)],
  )
  await more.waitFor()
})

test('cleared cards come back together, also those that were hidden', async () => {
  const { page, hears } = await sitBeforeDone(browsing, 25)
  await page
    .getByRole('region', { name: 'Done' })
    .getByRole('button', { name: 'Clear completed (25)' })
    .click()
  await hears('Cleared 25 completed cards.')
  await becomes(() => boardOn(page), { 'To do': ['Weed', 'Water'], Doing: [], Done: [] })
  await button(page, 'Undo').click()
  await becomes(async () => (await boardOn(page)).Done, doneCards(20))
  await button(page, '5 more').waitFor()
})

test('in any other column completed cards stay in place, all of them', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed'] })
  const { page, press } = desk
  await addCards(
    desk.client,
    `/api/projects/${desk.project.id}/cards`,
    Array.from({ length: 22 }, (_, index) => `Card ${index}`),
  )
  await becomes(async () => (await boardOn(page))['To do']?.length, 23)
  await press('ArrowDown', 'Control+a', 'c')
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 23)
  await page.getByRole('heading', { name: 'To do 0 cards' }).waitFor()
  await button(page, 'Clear completed (23)').waitFor()
})
