import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import { plugIn } from '../support/browsing/account.ts'
import { objectionsTo } from '../support/browsing/axe.ts'
import {
  type Browsing,
  becomes,
  goOffline,
  inboxOf,
  intercept,
  makeBoard,
  type OpenOptions,
  startBrowsing,
} from '../support/browsing/browsing.ts'
import { forgetAccount } from '../support/browsing/store.ts'
import { smallTargets, useFinger } from '../support/browsing/targets.ts'
import { pathOfFile } from '../support/import-files/files.ts'
import type { SignedIn } from '../support/service/inboard.ts'

let browsing: Browsing
let newcomer: SignedIn
let ada: SignedIn
let garden: Project
let bare: Project

const long = `A card that goes on ${'and on '.repeat(20)}with ${'onelongword'.repeat(12)}`

const longAddress = `${'someone.'.repeat(7)}x@example.com`

beforeAll(async () => {
  browsing = await startBrowsing()
  newcomer = await browsing.inboard.signIn()
  ada = await browsing.inboard.signIn()
  // Another device of hers, for the list of them.
  browsing.inboard.clock.advance(60_000)
  await browsing.inboard.signIn(ada.user.email)
  for (const text of ['Buy milk', long, 'Call Bob']) await ada.client.addInboxCard({ text })
  await ada.client.addInboxCard({ text: 'Read the post', complete: true })
  garden = await makeBoard(ada.client, `Garden ${long.slice(0, 150)}`, {
    'To do': Array.from({ length: 14 }, (_, index) => `Weed bed ${index + 1}`),
    Doing: [long],
    Done: ['Dig'],
  })
  const { cards } = await ada.client.listProjectCards({ project_id: garden.id })
  const dug = cards.find(({ text }) => text === 'Dig')
  if (dug) await ada.client.editCard({ id: dug.id, complete: true })
  bare = await makeBoard(ada.client, 'Bare')
})
afterAll(() => browsing?.stop())

const card = (page: Page, text = 'Buy milk') => page.getByRole('listitem', { name: text })
const dialog = (page: Page) => page.getByRole('dialog')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function onCard(page: Page, ...keys: string[]): Promise<void> {
  await page.locator('.card').first().focus()
  await press(page, ...keys)
}

/** Moves the first cards down and up again, so that they are left where they were. */
async function moveAndReturn(page: Page, ...choose: string[]): Promise<void> {
  await onCard(page, ...choose, 'Shift+ArrowDown', 'Shift+ArrowUp')
  await page
    .locator('.notice')
    .getByText(/^Moved .* 1 of /)
    .waitFor()
}

async function typeTooMuch(page: Page): Promise<void> {
  await page.getByLabel('Add a card to').first().fill('x'.repeat(2001))
  await press(page, 'Enter')
  await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor()
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

interface State {
  what: string
  who?: () => SignedIn
  path?: string | (() => string)
  /** What a person does to get there, and how it is known that they did. */
  reach(page: Page): Promise<unknown>
  /** What leads back, so that the next state can begin on the same page. */
  leave?(page: Page): Promise<unknown>
  /** Whether it cannot be undone, so that the next state needs a tab of its own. */
  spoils?: boolean
  widths?: number[]
  /** Whether everything is looked at in both themes at every width, for the parts that all pages share. */
  thorough?: boolean
}

const pressEscape = (page: Page) => press(page, 'Escape')

const visits: State[] = [
  {
    what: 'signing in',
    thorough: true,
    reach: (page) => page.getByLabel('Email address').waitFor(),
    leave: async () => {},
  },
  {
    what: 'an address that is none',
    async reach(page) {
      await page.getByLabel('Email address').fill('ada')
      await press(page, 'Enter')
      await page.getByRole('alert').filter({ hasText: 'Email' }).waitFor()
    },
    leave: async () => {},
  },
  {
    what: 'a link on its way',
    async reach(page) {
      await page.getByLabel('Email address').fill(longAddress)
      await press(page, 'Enter')
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    },
  },
  {
    what: 'a session that has ended',
    who: () => ({ ...ada, token: 'spent' }),
    reach: (page) => page.getByRole('heading', { name: 'Sign in again' }).waitFor(),
  },
  {
    what: 'a link asked for twice in a minute',
    async reach(page) {
      await browsing.inboard.client().requestLink({ email: 'twice@example.com' })
      await page.getByLabel('Email address').fill('twice@example.com')
      await press(page, 'Enter')
      await page.getByRole('heading', { name: 'A link was sent moments ago' }).waitFor()
    },
  },
  {
    what: 'a link that nobody knows',
    path: '/verify-email?token=made-up',
    reach: (page) => page.getByRole('heading', { name: 'This link is not known' }).waitFor(),
  },
  {
    what: 'a link that cannot be read',
    async reach(page) {
      await intercept(page, '**/api/auth/link', (route) => route.abort())
      await page.goto(`${browsing.appUrl}/verify-email?token=made-up`)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    what: 'a link that signs in',
    async reach(page) {
      const { inboard, appUrl } = browsing
      await page.goto(`${appUrl}/verify-email?token=${await inboard.linkTo(longAddress)}`)
      await page.getByRole('button', { name: 'Continue to Inboard' }).waitFor()
    },
  },
  {
    what: 'a link that would switch accounts',
    who: () => ada,
    async reach(page) {
      const { inboard, appUrl } = browsing
      await page.goto(`${appUrl}/verify-email?token=${await inboard.linkTo(longAddress)}`)
      await page.getByRole('heading', { name: 'Switch to another account?' }).waitFor()
    },
  },
  {
    what: 'a link that changes the address of another account, and who else can use it',
    spoils: true,
    async reach(page) {
      const { inboard, appUrl } = browsing
      const { client } = await inboard.signIn()
      // Whose session the link ends.
      await browsing.openIn(page, '/', await inboard.signIn())
      await client.makeApiToken({ label: long.slice(0, 100), scope: 'read' })
      await client.requestAddressChange({ email: `new.${longAddress}` })
      await page.goto(`${appUrl}/verify-email?token=${await inboard.linkTo(`new.${longAddress}`)}`)
      await page.getByRole('button', { name: 'This was not me' }).waitFor()
      expect(await objectionsTo(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 800 })
      expect(await excessWidth(page)).toBe(0)
      await page.getByRole('button', { name: /^Change address/ }).click()
      await page.getByText(long.slice(0, 100)).waitFor()
    },
  },
  {
    what: 'a link that changes one’s own address, and was declined',
    spoils: true,
    async reach(page) {
      const { inboard, appUrl } = browsing
      const person = await inboard.signIn()
      await person.client.requestAddressChange({ email: `own.${longAddress}` })
      await browsing.openIn(page, '/', person)
      await page.goto(`${appUrl}/verify-email?token=${await inboard.linkTo(`own.${longAddress}`)}`)
      await page.getByRole('heading', { name: 'Change your address' }).waitFor()
      expect(await objectionsTo(page)).toEqual([])
      await page.getByRole('button', { name: 'This was not me' }).click()
      await page.getByRole('heading', { name: 'Nothing was changed' }).waitFor()
    },
  },
  {
    what: 'the description of the API',
    path: '/docs',
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
]

const inboxes: State[] = [
  {
    what: 'an empty inbox, and the offer of a passkey',
    who: () => newcomer,
    async reach(page) {
      await page.evaluate(() => localStorage.removeItem('inboard.declined-passkey'))
      await page.reload()
      await page.getByText('Nothing waits for you.').waitFor()
      await page.getByRole('region', { name: 'Passkey' }).waitFor()
    },
  },
  {
    what: 'cards in the inbox',
    thorough: true,
    reach: (page) => card(page).waitFor(),
    leave: async () => {},
  },
  {
    what: 'a card that is edited',
    async reach(page) {
      await onCard(page, 'Enter')
      await page.getByLabel('Card text').waitFor()
    },
    leave: pressEscape,
  },
  {
    what: 'many lines to add',
    async reach(page) {
      await page.getByLabel('Add a card to Inbox').fill('One\nTwo\nThree')
      await page.getByRole('button', { name: 'Add 3 cards' }).waitFor()
    },
    leave: (page) => page.getByLabel('Add a card to Inbox').fill(''),
  },
  {
    what: 'selected cards',
    async reach(page) {
      await onCard(page, 'x', 'j', 'x')
      await page.getByRole('toolbar').getByText('2 selected').waitFor()
    },
    leave: pressEscape,
  },
  {
    what: 'a move that can be undone',
    async reach(page) {
      await moveAndReturn(page, 'x')
      await page.getByRole('button', { name: 'Undo' }).focus()
    },
  },
  {
    what: 'a text that cannot be saved',
    async reach(page) {
      await typeTooMuch(page)
    },
  },
  {
    what: 'being offline',
    async reach(page) {
      await card(page).waitFor()
      await goOffline(page)
      await page.locator('.mark.offline:visible').waitFor()
    },
    leave: (page) => page.context().setOffline(false),
  },
  {
    what: 'a new version, which can be loaded',
    async reach(page) {
      // Not of the stream, which has no end.
      await intercept(page, '**/api/batch', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), 'inboard-version': '99.0.0' } })
      })
      // Twice, so that the card is left as it was.
      for (let press = 0; press < 2; press++) await card(page).getByRole('checkbox').click()
      await page.getByRole('region', { name: 'Update' }).waitFor()
    },
  },
  {
    what: 'a text that another app shares',
    path: `/share?title=${'onelongword'.repeat(12)}&text=${encodeURIComponent(`${long}\n`.repeat(20))}`,
    reach: (page) => page.getByText('It is long, so it becomes').waitFor(),
  },
  {
    what: 'nothing that another app shares',
    path: '/share',
    reach: (page) => page.getByRole('heading', { name: 'Nothing was shared' }).waitFor(),
  },
  {
    what: 'cards that cannot be loaded',
    async reach(page) {
      await card(page).waitFor()
      await intercept(page, '**/api/**', (route) => route.abort())
      await forgetAccount(page, ada.user.id)
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
]

const boards: State[] = [
  {
    what: 'an empty board',
    path: () => `/projects/${bare.id}`,
    reach: (page) => page.getByText('What is there to do?').waitFor(),
  },
  {
    what: 'a board with open and completed cards',
    thorough: true,
    reach: (page) => card(page, 'Dig').waitFor(),
    leave: async () => {},
  },
  {
    what: 'renaming',
    async reach(page) {
      await onCard(page, 'r')
      await page.getByLabel('Project name').waitFor()
    },
    leave: pressEscape,
  },
  {
    what: 'naming a new project',
    async reach(page) {
      await onCard(page, 'p')
      await page.getByLabel('Name of the new project').waitFor()
    },
    leave: pressEscape,
  },
  ...[
    { what: 'the palette', key: 'Control+k' },
    { what: 'everything that can be done with a card', key: 'Tab Tab Enter' },
    { what: 'the places that a card can move to', key: 'm' },
    { what: 'the list of shortcuts', key: '?' },
  ].map(({ what, key }) => ({
    what,
    async reach(page: Page) {
      await onCard(page, ...key.split(' '))
      await dialog(page).waitFor()
    },
    leave: pressEscape,
  })),
  {
    what: 'a palette that finds nothing',
    async reach(page) {
      await onCard(page, '/', ...'xyzzy')
      await dialog(page).getByText('Nothing matches').waitFor()
    },
    leave: pressEscape,
  },
  {
    what: 'the question before a project is deleted',
    async reach(page) {
      await page.getByRole('button', { name: 'Project actions' }).click()
      await page.getByRole('option', { name: 'Delete this project' }).click()
      await dialog(page).getByText('You can bring it back from the bin.').waitFor()
    },
    leave: pressEscape,
  },
  {
    what: 'selected cards of a board, and a move that can be undone',
    async reach(page) {
      await moveAndReturn(page, 'x', 'j', 'x')
      await page.getByRole('button', { name: 'Undo' }).focus()
    },
  },
  {
    what: 'a card that is dragged',
    widths: [1280],
    spoils: true,
    async reach(page) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await card(page, 'Weed bed 12').hover()
      await page.mouse.down()
      const { x, y } = await boxOf(card(page, 'Weed bed 10'))
      await page.mouse.move(x + 50, y + 5, { steps: 5 })
      // A browser says so again and again, of a hand that is still.
      await page.mouse.move(x + 50, y + 5)
      await page.locator('.drop-line').waitFor()
    },
  },
  {
    what: 'the open drawer',
    thorough: true,
    widths: [320, 768],
    async reach(page) {
      await page.setViewportSize({ width: 320, height: 800 })
      await page.getByRole('button', { name: 'Inbox and projects' }).click()
      await page.getByRole('link', { name: 'Settings' }).waitFor()
    },
    async leave(page) {
      await pressEscape(page)
      // Going back takes the browser a moment, and would cut short the way to the next page.
      await becomes(() => page.evaluate(() => history.state), null)
    },
  },
  {
    what: 'a project that is gone',
    path: '/projects/gone',
    reach: (page) => page.getByRole('heading', { name: 'This project is not there' }).waitFor(),
  },
  {
    what: 'a page that never was',
    path: '/nowhere',
    reach: (page) => page.getByRole('heading', { name: 'There is nothing here' }).waitFor(),
  },
]

const settings: State[] = [
  {
    what: 'settings without a passkey, and an address that is none',
    async reach(page) {
      await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
      await page.getByRole('button', { name: 'Change address' }).click()
      await page.getByLabel('New address').fill('ada')
      await press(page, 'Enter')
      await page.getByRole('alert').filter({ hasText: 'Email' }).waitFor()
    },
  },
  {
    what: 'settings, with a file to import and a column for each of its lists',
    spoils: true,
    async reach(page) {
      await page.locator('input[type="file"]').setInputFiles(pathOfFile('trello.json'))
      await page.getByRole('combobox').first().waitFor()
    },
  },
  {
    what: 'settings, with a file that was imported',
    who: () => newcomer,
    spoils: true,
    async reach(page) {
      await page.locator('input[type="file"]').setInputFiles(pathOfFile('ticktick.csv'))
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('cards were imported').waitFor()
    },
  },
  {
    what: 'settings, with a file that cannot be read, and one on its way',
    spoils: true,
    async reach(page) {
      const file = page.locator('input[type="file"]')
      await file.setInputFiles({ name: 'a.json', mimeType: '', buffer: Buffer.from('{}') })
      await page.getByRole('alert').filter({ hasText: 'The file must be' }).waitFor()
      await intercept(page, '**/api/import*', () => {})
      await file.setInputFiles(pathOfFile('trello.json'))
      await page.getByRole('progressbar').waitFor()
    },
  },
  {
    what: 'settings with a passkey, and an address to be confirmed',
    who: () => newcomer,
    spoils: true,
    async reach(page) {
      await page.getByRole('button', { name: 'Change address' }).click()
      await page.getByLabel('New address').fill('new@example.com')
      await press(page, 'Enter')
      await page.getByText('Waiting for new@example.com').waitFor()
      await plugIn(page)
      for (const name of ['Add a passkey', 'Create passkey', 'Remove Chrome on Linux'])
        await page.getByRole('button', { name }).click()
      await page.getByRole('button', { name: 'Remove passkey' }).waitFor()
    },
  },
  {
    what: 'devices, and the form of an API token',
    async reach(page) {
      await page.getByRole('button', { name: 'End all others' }).waitFor()
      await page.getByRole('button', { name: 'Make an API token' }).click()
      await page.getByLabel('What is it for?').waitFor()
    },
    leave: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    what: 'an API token that was made, and the question before it is revoked',
    spoils: true,
    async reach(page) {
      await page.getByRole('button', { name: 'Make an API token' }).click()
      await page.getByLabel('What is it for?').fill(long.slice(0, 100))
      await press(page, 'Enter')
      await page.getByRole('button', { name: 'Copy command' }).waitFor()
      await page.getByRole('button', { name: /^Revoke/ }).click()
      await page.getByRole('button', { name: 'Revoke API token' }).waitFor()
    },
  },
  {
    what: 'the offer to install the app',
    async reach(page) {
      await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')))
      await page.getByRole('button', { name: 'Install' }).waitFor()
    },
  },
  {
    what: 'deleting the account, with another address',
    async reach(page) {
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByLabel('Type your address').fill('not-mine@example.com')
      await press(page, 'Enter')
      await page.getByRole('alert').filter({ hasText: 'Email' }).waitFor()
    },
  },
  {
    what: 'a session that could not be ended on the server',
    spoils: true,
    async reach(page) {
      await intercept(page, '**/api/sessions/current', (route) => route.abort())
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Signed out in this browser' }).waitFor()
    },
  },
]

const asAda = () => ada
const toGarden = () => `/projects/${garden.id}`

const states: State[] = [
  ...visits,
  ...inboxes.map((state) => ({ who: asAda, ...state })),
  ...boards.map((state) => ({ who: asAda, path: toGarden, ...state })),
  ...settings.map((state) => ({ who: asAda, path: '/settings', ...state })),
]

/** Tabs by the options that they were opened with: each is used again and again, until it is closed. */
const tabs = new Map<string, Page>()

async function open({ who, path = '/' }: Partial<State>, options: OpenOptions = {}): Promise<Page> {
  const person = who?.()
  const place = typeof path === 'string' ? path : path()
  const key = JSON.stringify(options)
  const tab = tabs.get(key)
  if (tab && !tab.isClosed()) {
    const { viewport, colorScheme = 'light' } = options
    await tab.setViewportSize(viewport ?? { width: 1280, height: 720 })
    await tab.emulateMedia({ colorScheme })
    await browsing.openIn(tab, place, person)
    return tab
  }
  // Colours on their way from one theme to the other are neither.
  const page = await browsing.open(place, { ...(person && { person }), reducedMotion: 'reduce', ...options })
  tabs.set(key, page)
  return page
}

/** By how many pixels the page is wider than its window. */
const excessWidth = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.querySelector('#main')].map((element) =>
        element ? element.scrollWidth - element.clientWidth : 0,
      ),
    ),
  )

/** How a state is looked at: at which width, in which theme, and for what. */
interface View {
  width: number
  colorScheme: 'light' | 'dark'
  axe?: 'everything' | 'appearance'
}

/** Widths change what there is, and themes change colours: each is seen once, and all combinations where it is shared. */
const viewsOf = ({ widths = [320, 768, 1280], thorough }: State): View[] =>
  widths.flatMap((width): View[] => {
    const light = { width, colorScheme: 'light' } as const
    const dark = { width, colorScheme: 'dark' } as const
    if (thorough || widths.length === 1)
      return [
        { ...light, axe: 'everything' },
        { ...dark, axe: 'appearance' },
      ]
    if (width === widths[0]) return [{ ...light, axe: 'everything' }]
    if (width === widths.at(-1)) return [{ ...dark, axe: 'appearance' }]
    return [light]
  })

describe('axe objects to nothing, nothing is cut off, and a finger hits everything, in light and dark, narrow and wide', () => {
  let last: { page: Page; who: State['who']; path: State['path'] } | undefined
  /** The page that the state before has left, if it is at the same place. */
  async function pageFor(state: State): Promise<Page> {
    const left = last
    last = undefined
    return left && left.who === state.who && left.path === state.path ? left.page : await open(state)
  }

  test.each(states)('$what', async (state) => {
    const page = await pageFor(state)
    await state.reach(page)
    for (const { width, colorScheme, axe } of viewsOf(state)) {
      if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const where = `${colorScheme}, ${width} px`
      if (axe) expect(await objectionsTo(page, axe), where).toEqual([])
      expect(await excessWidth(page), where).toBe(0)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const putAside = await useFinger(page)
    expect(await smallTargets(page), 'for a finger').toEqual([])
    expect(await excessWidth(page), 'for a finger').toBe(0)
    await putAside()
    if (state.spoils) await page.context().close()
    if (!state.leave) return
    await state.leave(page)
    last = { page, who: state.who, path: state.path }
  })
})

interface Stop {
  name: string
  isHidden: boolean
  /** Whether the focus was never there before. */
  isNew: boolean
}

/** What has the focus, and whether anything lies over all of it. */
const stopNow = (page: Page) =>
  page.evaluate((): Stop | undefined => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    const { x, y, width, height } = element.getBoundingClientRect()
    const parts = [0.05, 0.25, 0.5, 0.75, 0.95]
    const isSeen = parts.some((right) =>
      parts.some((down) => element.contains(document.elementFromPoint(x + right * width, y + down * height))),
    )
    const wasVisited = element.dataset.visited !== undefined
    element.dataset.visited = 'true'
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return { name: name.slice(0, 40), isHidden: !isSeen, isNew: !wasVisited }
  })

/** Everything that Tab leads to, once around the page. */
async function stopsOf(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    getSelection()?.removeAllRanges()
  })
  const stops: Stop[] = []
  while (stops.length < 60) {
    await press(page, 'Tab')
    const stop = await stopNow(page)
    if (!stop?.isNew) break
    stops.push(stop)
  }
  return stops
}

/** What is loaded later would move what has the focus. */
async function seeAllLists(page: Page): Promise<void> {
  for (const name of ['Add a passkey', 'End all others', 'Make an API token'])
    await page.getByRole('button', { name }).waitFor()
}

/** With a complaint that stays until it is dismissed. */
async function selectUnderMessage(page: Page): Promise<void> {
  await typeTooMuch(page)
  await page.getByLabel('Add a card to').first().fill('')
  await onCard(page, 'x', 'End', 'x')
}

describe('magnified, or on a small screen', () => {
  const phone = { width: 320, height: 568 }
  // A window of 1280 by 720.
  const twice = { width: 640, height: 360 }
  const fourTimes = { width: 320, height: 180 }

  test.each([
    { what: 'signing in', at: [phone, twice, fourTimes], has: 'Email me a link' },
    { what: 'the inbox', who: () => ada, at: [phone, twice, fourTimes], has: 'Add a card to Inbox' },
    {
      what: 'settings',
      who: () => ada,
      path: '/settings',
      at: [phone, twice, fourTimes],
      reach: seeAllLists,
      has: 'Delete my account',
    },
    {
      what: 'a board',
      who: () => ada,
      path: () => `/projects/${garden.id}`,
      at: [phone, twice],
      has: 'Add a card to Done',
    },
    {
      what: 'the inbox, with a selection and a message',
      who: () => ada,
      at: [phone, twice],
      reach: selectUnderMessage,
      has: 'Dismiss',
    },
    {
      what: 'a board, with a selection and a message',
      who: () => ada,
      path: () => `/projects/${garden.id}`,
      at: [phone, twice],
      reach: selectUnderMessage,
      has: 'Clear the selection',
    },
  ])('$what fits, and Tab leads everywhere and out again', async ({ at, has, reach, ...state }) => {
    for (const viewport of at) {
      const page = await open(state, { viewport, deviceScaleFactor: 1280 / viewport.width })
      await (reach ? reach(page) : page.getByLabel(has).or(page.getByText(has)).first().waitFor())
      const where = `${viewport.width} by ${viewport.height}`
      const stops = await stopsOf(page)
      expect(stops.map(({ name }) => name)).toContain(has)
      expect(stops.length, where).toBeLessThan(60)
      expect(
        stops.filter(({ isHidden }) => isHidden),
        where,
      ).toEqual([])
      expect(await excessWidth(page), where).toBe(0)
    }
  })

  test.each([phone, twice])(
    'no message and no bar hides the card that the keys are on: $width',
    async (viewport) => {
      const page = await open({ who: () => ada, path: `/projects/${garden.id}` }, { viewport })
      await selectUnderMessage(page)
      await onCard(page, 'Home')
      for (let index = 1; index <= 14; index++) {
        await becomes(async () => (await stopNow(page))?.isHidden, false)
        await press(page, 'ArrowDown')
      }
    },
  )

  test.each([phone, twice])('a message that comes hides no card either: $width', async (viewport) => {
    const person = await browsing.inboard.signIn()
    for (let index = 1; index <= 14; index++) await person.client.addInboxCard({ text: `Card ${index}` })
    const page = await open({ who: () => person }, { viewport })
    await onCard(page, 'End', 'c')
    const message = page.locator('.notice').getByText('Completed “Card 14”.')
    await message.waitFor()
    await becomes(async () => {
      const stop = await stopNow(page)
      return [stop?.name, stop?.isHidden, await message.count()]
    }, ['Card 14', false, 1])
  })
})

describe('motion', () => {
  const durations = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [undefined, '::before', '::after'].flatMap((part) => {
          const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element, part)
          const seconds = `${transitionDuration}, ${animationDuration}`.split(', ').map(Number.parseFloat)
          return scrollBehavior === 'smooth' ? [...seconds, 1] : seconds
        }),
      ),
    )

  test.each([
    { reducedMotion: 'reduce', longest: (seconds: number) => seconds === 0 },
    { reducedMotion: 'no-preference', longest: (seconds: number) => seconds > 0 },
  ] as const)('with $reducedMotion', async ({ reducedMotion, longest }) => {
    const page = await open({ who: () => ada }, { reducedMotion, viewport: { width: 320, height: 568 } })
    await moveAndReturn(page, 'x')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: 'Inbox and projects' }).click()
    expect(Math.max(...(await durations(page)))).toSatisfy(longest)
  })
})

describe('with the colours of the system alone', () => {
  test('focus, selection, ticks and choices are seen', async () => {
    const page = await open({ who: () => ada }, { forcedColors: 'active' })
    const first = page.locator('.card').first()
    await first.waitFor()
    const changes = async (what: Locator, act: () => Promise<unknown>) => {
      const before = await what.screenshot()
      await act()
      await becomes(async () => (await what.screenshot()).equals(before), false)
    }
    await changes(first, () => first.focus())
    await changes(first, () => press(page, 'x'))
    await changes(page.locator('.tick').last(), () => page.locator('.tick').last().click())
    await page.locator('.tick').last().click()
    await changes(page.getByRole('link', { name: /^Bare/ }), async () => {
      await page.getByRole('link', { name: /^Bare/ }).click()
      // Neither the focus nor the pointer makes the difference.
      await page.getByLabel('Add a card to Done').click()
    })
    await press(page, 'Control+k')
    await changes(page.getByRole('option').nth(1), () => press(page, 'ArrowDown'))
    await press(page, 'Escape')
    await page.getByRole('link', { name: 'Settings' }).click()
    await changes(page.locator('.themes label').last(), async () => {
      await page.getByLabel('Dark').check()
      await page.getByRole('button', { name: 'Delete my account' }).hover()
      await page.getByRole('heading', { name: 'Appearance' }).focus()
    })
  })
})

describe('a screen reader', () => {
  /** From now on, what is said, in the order in which it is said. */
  const listen = (page: Page) =>
    page.evaluate(() => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      // Only those that are there already: what appears together with its words may not be read.
      for (const region of document.querySelectorAll('[role="status"], [role="alert"]'))
        new MutationObserver(() => region.textContent && said.push(region.textContent.trim())).observe(
          region,
          {
            childList: true,
            characterData: true,
            subtree: true,
          },
        )
    })
  const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)

  test('says once what was done', async () => {
    const person = await browsing.inboard.signIn()
    for (const text of ['One', 'Two']) await person.client.addInboxCard({ text })
    const page = await open({ who: () => person })
    await card(page, 'One').waitFor()
    await listen(page)
    const steps: [keys: string[], heard: string][] = [
      [['x'], 'Selected, 1 in all'],
      [['j', 'x'], 'Selected, 2 in all'],
      [['x'], 'Unselected, 1 in all'],
      [['Escape'], 'Nothing is selected'],
      [['Shift+ArrowUp'], 'Moved “Two” to Inbox, 1 of 2.'],
      [['c'], 'Completed “Two”.'],
      [['z'], 'Undone: completed “Two”.'],
      [['Delete'], 'Deleted “Two”.'],
      [['n', 'a', 'Enter'], 'Added to Inbox'],
      [['b', 'Enter'], 'Added to Inbox'],
      [['Escape', ','], 'Settings'],
      [['i'], 'Inbox'],
    ]
    await card(page, 'One').focus()
    const heard: string[] = []
    for (const [keys, text] of steps) {
      await press(page, ...keys)
      heard.push(text)
      await becomes(() => said(page), heard)
    }
    await becomes(() => inboxOf(person.client), ['One', 'a', 'b'])
    await typeTooMuch(page)
    await becomes(
      async () => (await said(page)).slice(heard.length),
      ['Not saved: this is a character too long. At most 2000 fit.'],
    )
  })

  test('hears what a card is, and only as much of it as tells it from others', async () => {
    const page = await open({ who: () => ada })
    const list = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem')
    await onCard(page, 'x')
    await becomes(
      () => list.first().ariaSnapshot(),
      [
        `- 'listitem "Selected: Buy milk"':`,
        '  - checkbox "Complete Buy milk"',
        '  - paragraph: "Selected: Buy milk"',
        '  - button "Actions for Buy milk"',
      ].join('\n'),
    )
    expect(await list.nth(1).getByRole('checkbox').getAttribute('aria-label')).toHaveLength(49)
    expect(await list.last().getAttribute('aria-description')).toBe('Complete')
    await page.getByRole('link', { name: 'Inbox 3 waiting' }).waitFor()
    await page.getByRole('link', { name: 'Garden' }).click()
    await page.getByRole('heading', { level: 2, name: 'To do 14 cards', exact: true }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Doing 1 card', exact: true }).waitFor()
  })

  test.each([
    { path: '/', title: 'Sign in · Inboard' },
    { path: '/verify-email?token=made-up', title: 'This link is not known · Inboard' },
    { path: '/', who: () => ada, title: 'Inbox · Inboard' },
    { path: () => `/projects/${bare.id}`, who: () => ada, title: 'Bare · Inboard' },
    { path: '/settings', who: () => ada, title: 'Settings · Inboard' },
    { path: '/nowhere', who: () => ada, title: 'Nothing here · Inboard' },
  ])('is told the title: $title', async ({ title, ...state }) => {
    const page = await open(state)
    await becomes(() => page.title(), title)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})

describe('the focus', () => {
  test.each([
    { what: 'the palette', keys: ['Control+k'] },
    { what: 'a card’s actions', keys: ['Tab', 'Tab', 'Enter'] },
    { what: 'the places to move to', keys: ['m'] },
    { what: 'the shortcuts', keys: ['?'] },
  ])('stays in $what, and goes back to where it was', async ({ keys }) => {
    const page = await open({ who: () => ada })
    await onCard(page, ...keys)
    await dialog(page).waitFor()
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await press(page, key)
      // Out of the dialog only the browser itself is within reach.
      expect(await page.evaluate(() => document.activeElement?.matches('body, dialog *'))).toBe(true)
    }
    await press(page, 'Escape')
    await becomes(
      () => page.evaluate(() => document.activeElement?.closest('.card')?.textContent),
      'Buy milk',
    )
  })

  test('goes into the drawer and back, or on to the page that was chosen there', async () => {
    const page = await open({ who: () => ada }, { viewport: { width: 320, height: 568 } })
    const toggle = page.getByRole('button', { name: 'Inbox and projects' })
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)
    await card(page).waitFor()
    await toggle.focus()
    await press(page, 'Enter')
    await page.getByRole('link', { name: /^Bare/ }).waitFor()
    expect((await stopsOf(page)).map(({ name }) => name)).not.toContain('Add a card to Inbox')
    await press(page, 'Escape')
    await becomes(focused, 'Inbox and projects')
    await press(page, 'Enter')
    await page.getByRole('link', { name: /^Bare/ }).focus()
    await press(page, 'Enter')
    await becomes(focused, 'main')
    await press(page, 'Tab')
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Bare')
  })

  test('shows on a card, and not around a page that was just opened', async () => {
    const page = await open({ who: () => ada })
    const ring = () =>
      page.evaluate(() => {
        const { activeElement } = document
        const shown = activeElement ? getComputedStyle(activeElement).outlineStyle : ''
        return `${activeElement?.id || activeElement?.className}: ${shown}`
      })
    await onCard(page, ']')
    await page.getByRole('heading', { level: 1, name: /^Garden/ }).waitFor()
    await becomes(ring, 'main: none')
    await press(page, 'ArrowDown')
    await becomes(async () => (await ring()).replace(/card-[^:]*/, 'card'), 'card: solid')
  })

  test('is not locked out of the page by a new project that was not named', async () => {
    const page = await open({ who: () => ada })
    await onCard(page, 'p')
    await page.getByLabel('Name of the new project').waitFor()
    await page.getByLabel('Add a card to Inbox').click()
    await press(page, 'Escape')
    await becomes(() => page.evaluate(() => document.activeElement?.className), 'card')
  })

  test('comes back from a message', async () => {
    const page = await open({ who: () => ada })
    await moveAndReturn(page)
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await press(page, 'Enter')
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Buy milk')
  })
})

test.each([
  { system: 'light', chosen: 'Dark', paper: 'rgb(23, 25, 26)' },
  { system: 'dark', chosen: 'Light', paper: 'rgb(250, 249, 246)' },
] as const)('$chosen is chosen against a $system system', async ({ system, chosen, paper }) => {
  const page = await open({ who: () => ada, path: '/settings' }, { colorScheme: system })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).not.toBe(paper)
  await page.getByLabel(chosen).check()
  await becomes(background, paper)
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await page.reload()
  await page.getByRole('link', { name: /^Inbox/ }).click()
  await card(page).waitFor()
  expect(await background()).toBe(paper)
  expect(await objectionsTo(page, 'appearance')).toEqual([])
})

test('nothing that was forbidden was tried, and nothing went wrong on the way', () => {
  expect(browsing.complaints).toEqual([])
})
