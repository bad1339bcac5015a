import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, editor } from '../../support/browsing/boards.ts'
import { becomes, boardOf, goOffline, inboxOf } from '../../support/browsing/browsing.ts'
import { smallTargets } from '../../support/browsing/targets.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { words } from '../dates/desk.ts'
import { cardNamed, countOfToday, due, lookAtToday, partsOn, tickNamed } from './attention.ts'

const browsing = browseInTests()

const atFirst = { Due: ['Weed', 'Rent', 'Water'], 'Due soon': [], 'In progress': ['Compost', 'Paint'] }

describe('the page of today', () => {
  test('has what is due, what is being done, and one press away what is due soon, each card once and with its place', async () => {
    const { page } = await lookAtToday(browsing)
    await becomes(() => partsOn(page), atFirst)
    expect(await countOfToday(page)).toBe('3 due')
    expect(await page.locator('.where').allTextContents()).toEqual([
      'Garden',
      'Inbox',
      'Garden',
      'Garden',
      'House',
    ])
    expect(await objectionsTo(page)).toEqual([])
    await page.getByRole('button', { name: /^Due soon/ }).click()
    await becomes(() => partsOn(page), { ...atFirst, 'Due soon': ['Order'] })
  })

  test('is empty in a friendly way, and a key away', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/settings', { person })
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Nothing is due today.' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/today')
    expect(await page.title()).toBe('Today · Inboard')
    expect(await countOfToday(page)).toBe('')
    expect(await objectionsTo(page)).toEqual([])
  })

  test('changes with the day', async () => {
    const { page } = await lookAtToday(browsing)
    await becomes(() => partsOn(page), atFirst)
    await page.clock.setFixedTime(Date.now() + 3 * 86_400_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await becomes(async () => (await partsOn(page)).Due, ['Weed', 'Rent', 'Water', 'Order'])
    expect(await countOfToday(page)).toBe('4 due')
  })
})

describe('on the page of today', () => {
  test('the keys go through all parts, complete, move, edit, delete and undo, without a net as well', async () => {
    const { page, client, garden, house } = await lookAtToday(browsing)
    await becomes(() => partsOn(page), atFirst)
    await goOffline(page)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focusIs = (word: string) =>
      becomes(
        () =>
          page.evaluate(
            () => document.querySelector('.card:focus [id^="title-"]')?.textContent?.split(' ')[0],
          ),
        word,
      )
    await press('ArrowDown', 'c', 'ArrowDown')
    await becomes(async () => (await partsOn(page)).Due, ['Rent', 'Water'])
    await focusIs('Rent')
    await press('z')
    await becomes(() => partsOn(page), atFirst)
    await focusIs('Weed')
    // It is completed by the column that it is moved to.
    await press('Shift+ArrowRight')
    await becomes(async () => (await partsOn(page)).Due, ['Rent', 'Water'])
    await focusIs('Rent')
    await press('End')
    await focusIs('Paint')
    await press('Shift+ArrowLeft')
    await becomes(async () => (await partsOn(page))['In progress'], ['Compost'])
    await focusIs('Compost')
    await press('Home', 'ArrowDown')
    await focusIs('Water')
    await press('Enter')
    await editor(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.insertText(' twice')
    await press('Enter')
    await focusIs('Water')
    await press('ArrowUp', 'Delete')
    await becomes(() => partsOn(page), { Due: ['Water'], 'Due soon': [], 'In progress': ['Compost'] })
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), ['Milk'])
    expect(await boardOf(client, garden)).toEqual({
      'To do': [`Water ${due(0)} twice`, `Order ${due(3)}`, 'Sow'],
      Doing: ['Compost'],
      Done: ['Dig', `Weed ${due(-2)}`],
    })
    expect(await boardOf(client, house)).toEqual({ 'To do': ['Paint'], Doing: [], Done: [] })
  })

  test('cards of several projects are selected, and moved together', async () => {
    const { page, client, garden, house } = await lookAtToday(browsing)
    await cardNamed(page, 'Compost').focus()
    await page.keyboard.press('Control+a')
    await page.getByText('5 selected').waitFor()
    await page.keyboard.press('Escape')
    await cardNamed(page, 'Compost').click({ modifiers: ['Control'] })
    await cardNamed(page, 'Paint').click({ modifiers: ['Shift'] })
    await page.getByText('2 selected').waitFor()
    await button(page, 'Complete 2 cards').click()
    await becomes(() => partsOn(page), { Due: atFirst.Due, 'Due soon': [] })
    await becomes(async () => {
      const lists = await Promise.all(
        [garden, house].map(({ id }) => client.listProjectCards({ project_id: id })),
      )
      return lists.flatMap(({ cards }) => cards.filter(({ complete }) => complete).map(({ text }) => text))
    }, ['Compost', 'Paint'])
  })

  test('a card leaves when its date is moved, and undo brings it back', async () => {
    const { page, client } = await lookAtToday(browsing)
    await cardNamed(page, 'Rent').focus()
    await page.keyboard.press('d')
    await words(page).fill('tomorrow')
    await page.keyboard.press('Enter')
    await becomes(() => partsOn(page), { ...atFirst, Due: ['Weed', 'Water'] })
    await becomes(() => inboxOf(client), [`Rent ${due(1)}`, 'Milk'])
    await page.keyboard.press('z')
    await becomes(() => partsOn(page), atFirst)
    await cardNamed(page, 'Rent').and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: /^Due soon/ }).click()
    await cardNamed(page, 'Rent').focus()
    await page.keyboard.press('+')
    await becomes(() => partsOn(page), { ...atFirst, Due: ['Weed', 'Water'], 'Due soon': ['Rent', 'Order'] })
    await cardNamed(page, 'Rent').and(page.locator(':focus')).waitFor()
  })

  test('a card leads to its board', async () => {
    const { page, garden } = await lookAtToday(browsing)
    await cardNamed(page, 'Weed').focus()
    await page.keyboard.press('g')
    await cardNamed(page, 'Weed').and(page.locator(':focus')).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/projects/${garden.id}`)
  })

  test('a card that is completed elsewhere while it is edited stays where it is until the editor is closed', async () => {
    const { page, client, garden } = await lookAtToday(browsing)
    await cardNamed(page, 'Rent').dblclick()
    await editor(page).waitFor()
    const { cards } = await client.listInboxCards()
    await client.editCard({ id: cards[0]?.id ?? '', complete: true })
    await page.getByText('This card was changed on another device.').waitFor()
    await editor(page).fill('Rent for two months')
    await page.keyboard.press('Enter')
    await becomes(() => partsOn(page), { ...atFirst, Due: ['Weed', 'Water'] })
    await becomes(() => inboxOf(client), ['Rent for two months', 'Milk'])
    expect((await boardOf(client, garden))['To do']).toHaveLength(3)
  })
})

test('on a phone a finger completes a card, and the drawer has the page with the number of cards that are due', async () => {
  const { page } = await lookAtToday(browsing, {
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
  })
  await becomes(() => partsOn(page), atFirst)
  expect(await smallTargets(page)).toEqual([])
  await tickNamed(page, 'Weed').tap()
  await becomes(async () => (await partsOn(page)).Due, ['Rent', 'Water'])
  await button(page, 'Inbox and projects').tap()
  await page.getByRole('link', { name: 'Today 2 due' }).tap()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
})
