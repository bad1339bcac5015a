import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../support/browsing/axe.ts'
import { add, button, card, heading, link } from '../support/browsing/boards.ts'
import {
  becomes,
  boardOf,
  boardOn,
  goOffline,
  inboxOf,
  intercept,
  makeBoard,
} from '../support/browsing/browsing.ts'
import { isSent, storedIn } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()

/** What the page lists, by its first line. */
const binOn = (page: Page) => page.locator('.binned .what').allTextContents()

const texts = async (person: Awaited<ReturnType<typeof browsing.inboard.signIn>>) =>
  (await person.client.listBin()).items.map(({ text, title }) => text ?? title)

async function furnished() {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'], Doing: ['Plan'] })
  for (const text of ['Milk', 'Bread']) {
    const { card: added } = await client.addInboxCard({ text })
    await client.removeCard({ id: added.id })
  }
  await client.removeProject({ project_id: garden.id })
  return { person, client, garden }
}

test('lists cards and projects, the newest first, with how long they can be restored', async () => {
  const { person } = await furnished()
  const page = await browsing.open('/', { person })
  await page.keyboard.press('b')
  await heading(page, 'Bin').waitFor()
  await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
  await page.getByText('Project with 2 cards').waitFor()
  expect(await page.getByText('can be restored for 30 more days').count()).toBe(3)
  expect(await objectionsTo(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await link(page, 'Bin').and(page.locator('[aria-current="page"]')).waitFor()
  await page.reload()
  await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
})

test('brings back a card and a whole project, with the keyboard alone', async () => {
  const { person, client, garden } = await furnished()
  const page = await browsing.open('/bin', { person })
  await button(page, 'Restore “Garden”').press('Enter')
  await becomes(() => binOn(page), ['Bread', 'Milk'])
  // The focus goes on to what is next.
  await button(page, 'Restore “Bread”').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => binOn(page), ['Milk'])
  await becomes(() => inboxOf(client), ['Bread'])
  await link(page, 'Garden 2 open of 2').click()
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Plan'], Done: [] })
  expect(await boardOf(client, garden)).toEqual({ 'To do': ['Weed'], Doing: ['Plan'], Done: [] })
  // It can be taken back.
  await page.keyboard.press('z')
  await becomes(() => inboxOf(client), [])
  await becomes(() => texts(person), ['Bread', 'Milk'])
})

test('deletes for good what the person confirms, and nothing else', async () => {
  const { person } = await furnished()
  const page = await browsing.open('/bin', { person })
  await button(page, 'Delete “Bread” for good').click()
  const question = page.getByRole('dialog', { name: 'Delete Bread for good?' })
  await question.getByRole('button', { name: 'Keep it' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await button(page, 'Delete “Bread” for good').and(page.locator(':focus')).press('Enter')
  expect(await objectionsTo(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete for good' }).press('Enter')
  await becomes(() => binOn(page), ['Garden', 'Milk'])
  await becomes(() => texts(person), ['Garden', 'Milk'])

  await button(page, 'Empty the bin').click()
  await page
    .getByRole('dialog', { name: 'Empty the bin?' })
    .getByRole('button', { name: 'Empty the bin' })
    .click()
  await heading(page, 'Bin').waitFor()
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  await becomes(() => texts(person), [])
  expect(await objectionsTo(page)).toEqual([])
})

test('follows what is deleted elsewhere while it is open', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/bin', { person })
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  const { card: added } = await person.client.addInboxCard({ text: 'Milk' })
  await person.client.removeCard({ id: added.id })
  await becomes(() => binOn(page), ['Milk'])
  await person.client.emptyBin()
  await becomes(() => binOn(page), [])
})

describe('without the server', () => {
  test('what was deleted just now comes back to its place at once', async () => {
    const person = await browsing.inboard.signIn()
    const { client } = person
    for (const text of ['Milk', 'Bread', 'Eggs']) await client.addInboxCard({ text })
    const page = await browsing.open('/bin', { person })
    await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
    await isOnDevice(page, person)
    await goOffline(page)
    await page.keyboard.press('i')
    await card(page, 'Bread').focus()
    await page.keyboard.press('Delete')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Eggs'] })
    await page.keyboard.press('b')
    await page.getByText('deleted here, not on the server yet').waitFor()
    await page.getByText('as it was when the server could last be reached').waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await button(page, 'Restore “Bread”').click()
    await becomes(() => binOn(page), [])
    await page.keyboard.press('i')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), ['Milk', 'Bread', 'Eggs'])
    await becomes(() => texts(person), [])
  })

  test('emptying it later spares what was deleted elsewhere since', async () => {
    const { person, client } = await furnished()
    const { card: kept } = await client.addInboxCard({ text: 'Eggs' })
    const page = await browsing.open('/bin', { person })
    await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
    await isOnDevice(page, person)
    await intercept(page, '**/api/**', (route) => route.abort())
    await goOffline(page)
    await add(await inboxIn(page), 'Butter')
    await page.getByRole('button', { name: 'Offline · everything is kept on this device' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.goBack()
    await button(page, 'Empty the bin').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the bin' }).click()
    await becomes(() => binOn(page), [])
    await client.removeCard({ id: kept.id })
    await page.unroute('**/api/**')
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), ['Butter'])
    await becomes(() => texts(person), ['Eggs'])
    await becomes(() => binOn(page), ['Eggs'])
  })

  test('says so if it has never been loaded, and loads it when asked again', async () => {
    const { person } = await furnished()
    const page = await openWithoutBin(person)
    await link(page, 'Bin').click()
    await page.getByRole('heading', { name: 'The bin could not be loaded' }).waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await page.unroute('**/api/bin')
    await button(page, 'Try again').click()
    await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
  })

  test('what was deleted here is there even if the rest has never been loaded', async () => {
    const { person, client } = await furnished()
    await client.addInboxCard({ text: 'Eggs' })
    const page = await openWithoutBin(person)
    await becomes(() => boardOn(page), { Inbox: ['Eggs'] })
    // Once shown, the page itself need not be loaded any more.
    await page.keyboard.press('b')
    await page.getByRole('heading', { name: 'The bin could not be loaded' }).waitFor()
    await page.keyboard.press('i')
    await becomes(() => boardOn(page), { Inbox: ['Eggs'] })
    await goOffline(page)
    await card(page, 'Eggs').focus()
    await page.keyboard.press('Delete')
    await becomes(() => boardOn(page), { Inbox: [] })
    await page.keyboard.press('b')
    await becomes(() => binOn(page), ['Eggs'])
    await page.getByText('The rest of the bin could not be loaded.').waitFor()
    // Only what the person sees may be deleted for good.
    expect(await button(page, 'Empty the bin').count()).toBe(0)
    expect(await objectionsTo(page)).toEqual([])
    await button(page, 'Restore “Eggs”').click()
    await page.keyboard.press('i')
    await becomes(() => boardOn(page), { Inbox: ['Eggs'] })
  })

  test('it is there though it was never opened, with what was deleted before and since', async () => {
    const { person, client } = await furnished()
    for (const text of ['Eggs', 'Salt']) await client.addInboxCard({ text })
    const page = await browsing.open('/', { person })
    await isOnDevice(page, person)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    const remove = async (text: string) => {
      await card(page, text).focus()
      await page.keyboard.press('Delete')
      await card(page, text).waitFor({ state: 'detached' })
    }
    // One that the server knows of, which is in no outbox any more.
    await remove('Eggs')
    await becomes(() => texts(person), ['Eggs', 'Garden', 'Bread', 'Milk'])
    await isSent(page, person.user.id)
    await goOffline(page)
    await remove('Salt')
    await page.reload()
    await heading(page, 'Inbox').waitFor()
    await page.keyboard.press('b')
    await becomes(() => binOn(page), ['Salt', 'Eggs', 'Garden', 'Bread', 'Milk'])
  })
})

/** A page may show the bin before it has the rest, and what it is kept with. */
const isOnDevice = (page: Page, { user }: SignedIn) =>
  becomes(async () => (await storedIn(page, user.id, 'about')).some(Array.isArray), true)

/** A first visit, which gets everything but the bin. */
async function openWithoutBin(person: SignedIn): Promise<Page> {
  const page = await browsing.open('/share', { person })
  await intercept(page, '**/api/bin', (route) => route.abort())
  // Once it has failed, only a new connection or the person tries it again.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/bin'))
  await page.goto(browsing.appUrl)
  await heading(page, 'Inbox').waitFor()
  await failed
  return page
}

async function inboxIn(page: Page): Promise<Page> {
  await link(page, /^Inbox/).click()
  await heading(page, 'Inbox').waitFor()
  return page
}
