import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Browsing, becomes, inboxOf, type OpenOptions } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone, pointIn } from '../../support/browsing/touch.ts'
import { cardNamed, countOfToday, due, lookAtToday, partsOn, tickNamed } from './attention.ts'

const browsing = browseInTests()

const atFirst = ['Weed', 'Rent', 'Water']
const dueOn = async (page: Page) => (await partsOn(page)).Due
const tickedOn = (page: Page) =>
  page.locator('.card.complete [id^="title-"]').evaluateAll((all) => all.map((one) => one.textContent))

/** The page of today, on which time passes only when a test says so. */
async function lookInSlowMotion(by: Browsing, options?: OpenOptions) {
  const seen = await lookAtToday(by, options)
  const { page } = seen
  await page.clock.install()
  await page.reload()
  await cardNamed(page, 'Weed').waitFor()
  await page.clock.pauseAt(Date.now() + 1000)
  return seen
}

describe('a card that is ticked on the page of today', () => {
  test.each([120, 250, 400])('is open again after a second click %i ms later', async (delay) => {
    const { page } = await lookInSlowMotion(browsing)
    const { x, y } = await pointIn(tickNamed(page, 'Weed'))
    await page.mouse.click(x, y)
    await becomes(() => countOfToday(page), '2 due')
    await page.clock.runFor(delay)
    expect(await dueOn(page)).toEqual(atFirst)
    expect(await tickedOn(page)).toEqual(['Weed'])
    await page.mouse.click(x, y)
    await becomes(() => countOfToday(page), '3 due')
    expect(await tickedOn(page)).toEqual([])
    await page.clock.runFor(10_000)
    expect(await dueOn(page)).toEqual(atFirst)
  })

  test('is open again after a second tap', async () => {
    const { page } = await lookInSlowMotion(browsing, phone)
    const { x, y } = await pointIn(tickNamed(page, 'Weed'))
    await page.touchscreen.tap(x, y)
    await becomes(() => countOfToday(page), '2 due')
    await page.clock.runFor(250)
    expect(await dueOn(page)).toEqual(atFirst)
    await page.touchscreen.tap(x, y)
    await becomes(() => countOfToday(page), '3 due')
    expect(await tickedOn(page)).toEqual([])
  })

  test('leaves after three seconds, counted from the last move of the pointer', async () => {
    const { page } = await lookInSlowMotion(browsing)
    await tickNamed(page, 'Weed').click()
    await tickNamed(page, 'Rent').hover()
    await page.clock.runFor(2900)
    await tickNamed(page, 'Rent').click()
    await becomes(() => countOfToday(page), '1 due')
    await page.clock.runFor(2900)
    expect(await dueOn(page)).toEqual(atFirst)
    expect(await tickedOn(page)).toEqual(['Weed', 'Rent'].map((word) => expect.stringMatching(`^${word}`)))
    await page.clock.runFor(200)
    await becomes(() => dueOn(page), ['Water'])
  })

  test('leaves with the pointer, and undo brings it back', async () => {
    const { page } = await lookInSlowMotion(browsing)
    await tickNamed(page, 'Weed').click()
    await becomes(() => countOfToday(page), '2 due')
    await page.getByRole('heading', { level: 1 }).hover()
    await becomes(() => dueOn(page), ['Rent', 'Water'])
    await page.clock.runFor(100)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await becomes(() => dueOn(page), atFirst)
    expect(await tickedOn(page)).toEqual([])
  })

  test('stays under the keys until they go on', async () => {
    const { page } = await lookInSlowMotion(browsing)
    await page.keyboard.press('ArrowDown')
    for (const ticked of [['Weed'], [], ['Weed']]) {
      await page.keyboard.press('c')
      await becomes(() => tickedOn(page), ticked)
      await page.clock.runFor(100)
    }
    await page.keyboard.press('ArrowDown')
    await becomes(() => dueOn(page), ['Rent', 'Water'])
    await cardNamed(page, 'Rent').and(page.locator(':focus')).waitFor()
  })

  test('takes the next of its series with it when it is open again', async () => {
    const seen = await lookAtToday(browsing)
    const { page, client } = seen
    await client.addInboxCard({ text: `Feed ${due(0)} every:day` })
    await page.clock.install()
    await page.reload()
    await cardNamed(page, 'Feed').waitFor()
    await page.clock.pauseAt(Date.now() + 1000)
    const before = await inboxOf(client)
    await tickNamed(page, 'Feed').click()
    await becomes(() => inboxOf(client), [...before, `Feed ${due(1)} every:day`])
    await tickNamed(page, 'Feed').click()
    await becomes(() => inboxOf(client), before)
    await becomes(() => countOfToday(page), '4 due')
  })

  test('is open again when another device opens it', async () => {
    const { page, client } = await lookAtToday(browsing)
    await tickNamed(page, 'Rent').click()
    await becomes(async () => (await client.listInboxCards()).cards[0]?.complete, true)
    const [rent] = (await client.listInboxCards()).cards
    await client.editCard({ id: rent?.id ?? '', complete: false })
    await becomes(() => countOfToday(page), '3 due')
    await becomes(() => dueOn(page), atFirst)
  })
})
