import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { button, card, heading, link } from '../support/browsing/boards.ts'
import { becomes, makeBoard, type OpenOptions } from '../support/browsing/browsing.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import { phone } from '../support/browsing/touch.ts'

const browsing = browseInTests()

/** Somebody who came from the settings to a board, so that Back has somewhere to lead. */
async function visit(options: OpenOptions = {}) {
  const person = await browsing.inboard.signIn()
  await makeBoard(person.client, 'Garden', { 'To do': ['Weed', 'Water'] })
  const house = await makeBoard(person.client, 'House', { Doing: ['Paint the door'] })
  const page = await browsing.open('/settings', { person, ...options })
  await heading(page, 'Settings').waitFor()
  if (options.viewport) await button(page, 'Inbox and projects').click()
  await link(page, /^Garden/).click()
  await card(page, 'Weed').waitFor()
  await isSettled(page)
  return { page, client: person.client, house: `${browsing.appUrl}/projects/${house.id}` }
}

/** How many things the current entry of the history says are open. */
const depth = (page: Page) => page.evaluate(() => history.state?.depth ?? 0)
/** An entry is removed a moment after what it stood for was closed. */
const isSettled = (page: Page) => becomes(() => depth(page), 0)
const openDialogs = (page: Page) => page.getByRole('dialog').count()

const narrow = { viewport: { width: 390, height: 780 } }

interface Opening {
  what: string
  open(page: Page): Promise<unknown>
  /** What is there while it is open. */
  seen: (page: Page) => ReturnType<Page['locator']>
  options?: OpenOptions
}

const dialog = (page: Page) => page.getByRole('dialog')

const openings: Opening[] = [
  { what: 'the palette', open: (page) => page.keyboard.press('Control+k'), seen: dialog },
  { what: 'the shortcuts', open: (page) => page.keyboard.press('?'), seen: dialog },
  {
    what: 'the menu of a card',
    open: (page) => button(page, 'Actions for Weed').press('Enter'),
    seen: dialog,
  },
  { what: 'the places to move to', open: (page) => card(page, 'Weed').press('m'), seen: dialog },
  { what: 'the menu of the project', open: (page) => button(page, 'Project actions').click(), seen: dialog },
  {
    what: 'the question before the project is deleted',
    async open(page) {
      await button(page, 'Project actions').click()
      await page.getByRole('option', { name: 'Delete this project' }).click()
      await page.getByText('You can bring it back from the bin.').waitFor()
    },
    seen: dialog,
  },
  {
    what: 'a selection',
    open: (page) => card(page, 'Weed').press('x'),
    seen: (page) => page.getByRole('toolbar'),
  },
  {
    what: 'the drawer',
    open: (page) => button(page, 'Inbox and projects').click(),
    seen: (page) => page.getByRole('navigation'),
    options: narrow,
  },
  {
    what: 'the editor of a card on a phone',
    open: (page) => card(page, 'Weed').press('e'),
    seen: (page) => page.getByLabel('Card text'),
    options: phone,
  },
]

describe('Back', () => {
  test.each(openings)('closes $what, and then leaves the page', async ({ open, seen, options }) => {
    const { page } = await visit(options)
    const board = page.url()
    await open(page)
    await seen(page).waitFor()
    await page.goBack()
    await seen(page).waitFor({ state: 'hidden' })
    expect(page.url()).toBe(board)
    await card(page, 'Weed').waitFor()

    // What was closed is not opened again.
    await page.goForward()
    await isSettled(page)
    expect(await seen(page).isVisible()).toBe(false)
    await page.goBack()
    await heading(page, 'Settings').waitFor()
    await page.goForward()
    await card(page, 'Weed').waitFor()
  })

  test.each(openings)(
    'has nothing to close once $what was closed otherwise',
    async ({ open, seen, options }) => {
      const { page } = await visit(options)
      const before = await page.evaluate(() => history.length)
      for (let times = 0; times < 3; times++) {
        await open(page)
        await seen(page).waitFor()
        await page.keyboard.press('Escape')
        await seen(page).waitFor({ state: 'hidden' })
        await isSettled(page)
      }
      // One more, which is ahead.
      expect(await page.evaluate(() => history.length)).toBe(before + 1)
      await page.goBack()
      await heading(page, 'Settings').waitFor()
    },
  )

  test('saves what is being typed on a phone', async () => {
    const { page, client } = await visit(phone)
    await card(page, 'Weed').press('e')
    await page.getByLabel('Card text').fill('Weed the beds')
    await page.goBack()
    await card(page, 'Weed the beds').waitFor()
    const text = async () => (await client.searchCards({ q: 'beds' })).cards.map((one) => one.text)
    await becomes(text, ['Weed the beds'])
  })

  test('closes one thing after the other', async () => {
    const { page } = await visit()
    await card(page, 'Weed').press('x')
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.press('m')
    await dialog(page).waitFor()
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('toolbar').getByText('1 selected').waitFor()
    await page.goBack()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Weed')
    await page.goBack()
    await heading(page, 'Settings').waitFor()
  })

  test('pressed twice at once closes what is open and leaves the page', async () => {
    const { page } = await visit()
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.evaluate(() => {
      history.back()
      history.back()
    })
    await heading(page, 'Settings').waitFor()
    expect(await openDialogs(page)).toBe(0)
    await isSettled(page)
  })

  test('leads from a page that was chosen in the palette to the one before', async () => {
    const { page, house } = await visit()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'House Project' }).click()
    await heading(page, 'House').waitFor()
    await page.waitForURL(house)
    const length = await page.evaluate(() => history.length)
    await page.goBack()
    await heading(page, 'Garden').waitFor()
    expect(await openDialogs(page)).toBe(0)
    await page.goBack()
    await heading(page, 'Settings').waitFor()
    await page.goForward()
    await heading(page, 'Garden').waitFor()
    await page.goForward()
    await heading(page, 'House').waitFor()
    expect(page.url()).toBe(house)
    expect(await page.evaluate(() => history.length)).toBe(length)
  })

  test('leads from a page that was chosen with cards selected and the palette open to the one before', async () => {
    const { page, house } = await visit()
    await card(page, 'Weed').press('x')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'House Project' }).click()
    await heading(page, 'House').waitFor()
    await page.waitForURL(house)
    await page.goBack()
    await heading(page, 'Garden').waitFor()
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await page.goBack()
    await heading(page, 'Settings').waitFor()
  })

  test('leads from a page that was chosen in the drawer to the one before', async () => {
    const { page, house } = await visit(narrow)
    const drawer = page.getByRole('navigation')
    await button(page, 'Inbox and projects').click()
    await link(page, /^House/).click()
    await heading(page, 'House').waitFor()
    await drawer.waitFor({ state: 'hidden' })
    await page.waitForURL(house)
    // The page that is open already: the drawer closes, and that is all.
    await button(page, 'Inbox and projects').click()
    await link(page, /^House/).click()
    await drawer.waitFor({ state: 'hidden' })
    await isSettled(page)
    await page.goBack()
    await heading(page, 'Garden').waitFor()
    expect(await drawer.isVisible()).toBe(false)
    await page.goBack()
    await heading(page, 'Settings').waitFor()
  })

  test('does not lead to a project that was deleted', async () => {
    const { page } = await visit()
    await card(page, 'Weed').press('x')
    await button(page, 'Project actions').click()
    await page.getByRole('option', { name: 'Delete this project' }).click()
    await button(page, 'Delete project').click()
    await heading(page, 'Inbox').waitFor()
    await page.waitForURL(`${browsing.appUrl}/`)
    await isSettled(page)
    await page.goBack()
    await heading(page, 'Settings').waitFor()
  })

  test('leaves the page after a reload, which closes what was open', async () => {
    const { page } = await visit()
    await card(page, 'Weed').press('x')
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.reload()
    await card(page, 'Weed').waitFor()
    await isSettled(page)
    expect(await openDialogs(page)).toBe(0)
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
    await page.goBack()
    await heading(page, 'Settings').waitFor()
  })
})
