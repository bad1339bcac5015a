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

  // The keyboard ends where the eye does.
  await card(page, 'Done 1').click()
  await press('End')
  await focusIs('Done 20')
  await press('ArrowDown', 'Shift+ArrowDown')
  await focusIs('Done 20')
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

test('all cards of the last column are selected and moved, also those that are not shown yet', async () => {
  const { page, press, focusIs, boardIs } = await sitBeforeDone(browsing, 33)
  await card(page, 'Done 1').click()
  await press('Control+a')
  await page.getByText('33 selected').waitFor()
  expect((await boardOn(page)).Done).toEqual(doneCards(33))
  await press('Escape')
  await button(page, 'Show fewer').click()

  const moveAll = async () => {
    await button(page, 'Done actions').click()
    await page.getByRole('menuitem', { name: 'Move all cards to…' }).click()
    await page.getByRole('combobox', { name: 'Move 33 cards to' }).waitFor()
  }
  await moveAll()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('toolbar').waitFor({ state: 'detached' })

  await card(page, 'Weed').click({ modifiers: ['Control'] })
  await focusIs('Weed')
  await moveAll()
  await press('Escape')
  await page.getByText('1 selected').waitFor()

  await moveAll()
  await page.getByRole('option', { name: 'Doing Garden' }).click()
  await page.getByText('Moved 33 cards to Doing.').waitFor()
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await boardIs({ 'To do': ['Weed', 'Water'], Doing: doneCards(33) })
})

test('the last column counts its open cards too, and its header keeps its parts apart', async () => {
  const { page, client, project } = await sitBeforeDone(browsing, 33)
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const done = cards.filter(({ complete }) => complete)
  for (const { id } of done.slice(0, 3)) await client.editCard({ id, complete: false })
  await page.getByRole('heading', { name: 'Done 3 open · 30 completed' }).waitFor()
  for (const width of [320, 360, 844, 1024, 1180]) {
    await page.setViewportSize({ width, height: 600 })
    const [end, begin] = await page.getByRole('region', { name: 'Done' }).evaluate((column) => {
      const range = document.createRange()
      range.setStart(column.querySelector('h2') as Node, 0)
      range.setEndBefore(column.querySelector('h2 .sr') as Node)
      const button = column.querySelector('.clear-completed')
      return [range.getBoundingClientRect().right, button?.getBoundingClientRect().left ?? 0]
    })
    expect(end, `${width}`).toBeLessThanOrEqual(begin ?? 0)
  }
  for (const { id } of done.slice(3)) await client.removeCard({ id })
  await page.getByRole('heading', { name: 'Done 3 open', exact: true }).waitFor()
})

test('cleared cards come back together, also those that were hidden', async () => {
  const { page, hears } = await sitBeforeDone(browsing, 25)
  await page
    .getByRole('region', { name: 'Done' })
    .getByRole('button', { name: 'Clear completed (25)' })
    .click()
  await hears('Moved 25 completed cards to the bin.')
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
