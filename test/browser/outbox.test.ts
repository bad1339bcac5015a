import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import { arrive, tokenIn } from '../support/browsing/account.ts'
import {
  add,
  boardIs,
  button,
  card,
  composer,
  edit,
  heading,
  inboxIs,
  link,
  tick,
} from '../support/browsing/boards.ts'
import {
  becomes,
  boardOf,
  boardOn,
  inboxOf,
  intercept,
  makeBoard,
  operationsOf,
} from '../support/browsing/browsing.ts'
import {
  databasesIn,
  holdBatches,
  holdDisk,
  isSent,
  outboxIn,
  problem,
  refusalIn,
  refusedIn,
} from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import { freePort } from '../support/network/free-port.ts'
import { eventually, type SignedIn, startTestInboard } from '../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

const ten = Array.from({ length: 10 }, (_, index) => `Card ${index + 1}`)

/** The inbox of the person, loaded, in a browser of its own. */
async function openInbox(): Promise<Page> {
  const page = await browsing.open('/', { person })
  await page.getByText('Nothing waits for you.').waitFor()
  return page
}

/** A switch between a browser and the server, for all tabs, also those that are opened later. */
async function wire(context: BrowserContext) {
  const state = { isCut: false, latency: 0 }
  await context.route('**/api/**', async (route) => {
    await pause(state.latency)
    // The tab may be gone by now.
    await (state.isCut ? route.abort('internetdisconnected') : route.continue()).catch(() => {})
  })
  return state
}

async function typeAll(page: Page, texts: readonly string[]): Promise<void> {
  await composer(page).focus()
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
}

async function openAgain(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(browsing.appUrl + path)
  return page
}

describe('ten cards at two seconds of latency', () => {
  test.each<[string, (page: Page) => Promise<void>]>([
    ['is closed', (page) => page.close()],
    ['crashes', crash],
  ])('arrive once and in order, though the tab %s right after the last Enter', async (_, end) => {
    const page = await openInbox()
    const context = page.context()
    const net = await wire(context)
    net.latency = 2000
    await typeAll(page, ten)
    await end(page)
    const next = await openAgain(context)
    await becomes(() => boardOn(next), { Inbox: ten })
    await inboxIs(next, person.client, ten)
    await isSent(next, person.user.id)
    expect(await inboxOf(person.client)).toEqual(ten)
    // Also if its page went between keeping the last one and emptying its field for good.
    expect(await composer(next).inputValue()).toBe('')
  })

  test('arrive once and in order, though the server is stopped and the tab closed', async () => {
    const folder = newDataFolder()
    const environment = { PORT: String(await freePort()) }
    let inboard = await startTestInboard(environment, folder)
    try {
      const context = await browsing.browser.newContext()
      const first = await arrive(context, inboard, 'restarted@example.com')
      await first.getByText('Nothing waits for you.').waitFor()
      const token = await tokenIn(first)
      await inboard.stop()
      await typeAll(first, ten)
      await becomes(() => boardOn(first), { Inbox: ten })
      await first.close()

      inboard = await startTestInboard(environment, folder)
      const client = inboard.client(token)
      const next = await context.newPage()
      await next.goto(inboard.world.config.appUrl)
      await inboxIs(next, client, ten)
    } finally {
      await inboard.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  devtools.send('Page.crash').catch(() => {})
  await crashed
}

test('cards that are typed faster than the disk writes keep their order, in any column', async () => {
  const { client, user } = person
  const garden = await makeBoard(client, 'Garden', { Doing: ['Dig'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await card(page, 'Dig').waitFor()
  const letGo = await holdDisk(page, user.id)
  await composer(page, 'Doing').focus()
  for (const text of ten) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  // Nothing is shown that is not kept.
  expect((await boardOn(page)).Doing).toEqual(['Dig'])
  await letGo()
  await boardIs(page, client, garden, { Doing: ['Dig', ...ten] })
})

test.each([
  {
    what: 'keys',
    // The first card can be moved up only once it is not the first any more.
    act: async ({ keyboard }: Page) => {
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowDown', 'c'])
        await keyboard.press(key)
    },
    expected: ['Bread', 'Milk, complete'],
  },
  {
    what: 'keys for one card after the other',
    act: async (page: Page) => {
      await page.keyboard.press('Shift+ArrowDown')
      await card(page, 'Bread').focus()
      await page.keyboard.press('c')
      await card(page, 'Milk').focus()
    },
    expected: ['Bread, complete', 'Milk'],
  },
  {
    what: 'clicks',
    act: async (page: Page) => {
      for (let click = 0; click < 3; click++) await tick(page, 'Bread').click()
    },
    expected: ['Milk', 'Bread, complete'],
  },
])('$what that come faster than the disk writes act on what the ones before have done', async (given) => {
  const { client, user } = person
  for (const text of ['Milk', 'Bread']) await client.addInboxCard({ text })
  const page = await browsing.open('/', { person })
  await card(page, 'Milk').focus()
  const letGo = await holdDisk(page, user.id)
  await given.act(page)
  await letGo()
  const stateOf = ({ text, complete }: Card) => (complete ? `${text}, complete` : text)
  await becomes(async () => (await client.listInboxCards()).cards.map(stateOf), given.expected)
})

test('an answer that is lost on the way makes nothing twice', async () => {
  const page = await openInbox()
  const held = await holdBatches(page)
  const sent = operationsOf(page)
  await add(page, 'Milk')
  await held.lose()
  await add(page, 'Bread')
  await held.lose()
  await tick(page, 'Milk').click()
  await held.letGo()
  await inboxIs(page, person.client, ['Milk', 'Bread'])
  await isSent(page, person.user.id)
  expect(await inboxOf(person.client)).toEqual(['Milk', 'Bread'])
  expect(await tick(page, 'Milk').isChecked()).toBe(true)
  expect(sent().filter((one) => one.startsWith('POST')).length).toBeGreaterThan(2)
})

test('what is done without a net is shown, outlives its tab, and arrives once and in order', async () => {
  const { client, user } = person
  const garden = await makeBoard(client, 'Garden', {
    'To do': ['Weed', 'Water', 'Sow'],
    Doing: ['Dig', 'Rake'],
  })
  const house = await makeBoard(client, 'House', { Doing: ['Paint'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  const context = page.context()
  await card(page, 'Weed').waitFor()
  const net = await wire(context)
  net.isCut = true
  /** Does something, and waits until it is seen: keys that wait for the disk act on the card that has the focus then. */
  const seen = async (work: () => Promise<unknown>) => {
    const before = await boardOn(page)
    await work()
    await becomes(async () => isDeepStrictEqual(await boardOn(page), before), false)
  }
  const press = (text: string, key: string) =>
    seen(async () => {
      await card(page, text).focus()
      await page.keyboard.press(key)
    })

  await add(page, 'Mow', 'To do')
  await add(page, 'Prune', 'Doing')
  await edit(page, 'Water', 'Water the roses')
  await page.keyboard.press('Enter')
  await edit(page, 'Water the roses', 'Water the roses twice')
  await page.keyboard.press('Enter')
  await tick(page, 'Weed').click()
  await becomes(() => page.locator('.card.complete').count(), 1)
  await press('Sow', 'Shift+ArrowUp')
  await press('Dig', 'Shift+ArrowRight')
  await card(page, 'Rake').focus()
  await page.keyboard.press('m')
  await seen(() => page.getByRole('option', { name: 'Doing House' }).click())
  await press('Weed', 'Delete')
  await press('Prune', 'Delete')
  await button(page, 'Undo').click()
  await heading(page, 'Garden').getByRole('button').click()
  await page.keyboard.type('Allotment')
  await page.keyboard.press('Enter')
  const shown = { 'To do': ['Sow', 'Water the roses twice', 'Mow'], Doing: ['Prune'], Done: ['Dig'] }
  await becomes(() => boardOn(page), shown)

  await button(page, 'New project').click()
  await page.keyboard.type('Attic')
  await page.keyboard.press('Enter')
  await heading(page, 'Attic').waitFor()
  await add(page, 'Sort the boxes', 'To do')
  await add(page, 'Carry them down', 'Doing')
  await add(page, 'Find the ladder', 'Done')
  const attic = { 'To do': ['Sort the boxes'], Doing: ['Carry them down'], Done: ['Find the ladder'] }
  await becomes(() => boardOn(page), attic)
  const { pathname } = new URL(page.url())
  await page.close()

  // Nothing has left this device.
  expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Garden', 'House'])
  const next = await openAgain(context, pathname)
  await becomes(() => boardOn(next), attic)
  await link(next, 'Allotment 4 open of 5').click()
  await becomes(() => boardOn(next), shown)
  await link(next, 'House 2 open of 2').click()
  await becomes(() => boardOn(next), { 'To do': [], Doing: ['Paint', 'Rake'], Done: [] })

  net.isCut = false
  await isSent(next, user.id)
  expect(await refusedIn(next, user.id)).toEqual([])
  const { projects } = await client.listProjects()
  expect(projects.map(({ title }) => title)).toEqual(['Allotment', 'House', 'Attic'])
  expect(projects.map(({ completed_card_count }) => completed_card_count)).toEqual([1, 0, 1])
  expect(await boardOf(client, garden)).toEqual(shown)
  expect(await boardOf(client, house)).toEqual({ 'To do': [], Doing: ['Paint', 'Rake'], Done: [] })
  const made = projects.at(-1)
  expect(made && (await boardOf(client, made))).toEqual(attic)
  expect((await client.listBin()).items.map(({ text }) => text)).toEqual(['Weed'])
  await link(next, 'Allotment 4 open of 5').click()
  await boardIs(next, client, garden, shown)
})

describe('something that the server cannot do', () => {
  test('now is sent again until it can, and what is behind it waits its turn', async () => {
    const page = await openInbox()
    const held = await holdBatches(page)
    await typeAll(page, ['Milk', 'Bread', 'Eggs'])
    for (const _ of [1, 2]) await held.fail()
    expect(await inboxOf(person.client)).toEqual([])
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    await held.letGo()
    await inboxIs(page, person.client, ['Milk', 'Bread', 'Eggs'])
  })

  test('ever is kept aside, and holds up nothing', async () => {
    const { client, user } = person
    const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await card(page, 'Weed').waitFor()
    const held = await holdBatches(page)
    await edit(page, 'Weed', 'Weed the beds')
    await page.keyboard.press('Enter')
    await add(page, 'Water', 'To do')
    await client.removeCard({
      id: (await client.listProjectCards({ project_id: garden.id })).cards[0]?.id ?? '',
    })
    await held.letGo()
    await boardIs(page, client, garden, { 'To do': ['Water'] })
    expect(await refusalIn(page, user.id)).toMatchObject({
      code: 'not_found',
      operation: { kind: 'edit card', text: 'Weed the beds' },
    })
    await isSent(page, user.id)
  })

  test('because the project of a new card is gone, is done in the inbox, and so is what was done to the card', async () => {
    const { client, user } = person
    const garden = await makeBoard(client, 'Garden')
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await composer(page, 'To do').waitFor()
    const net = await wire(page.context())
    net.isCut = true
    await add(page, 'Weed', 'To do')
    await edit(page, 'Weed', 'Weed the beds')
    await page.keyboard.press('Enter')
    await add(page, 'Dig', 'Doing')
    await tick(page, 'Dig').click()
    await client.removeProject({ project_id: garden.id })
    net.isCut = false
    await heading(page, 'This project is not there').waitFor()
    await page.getByText('2 cards went to the inbox: their project was deleted.').waitFor()
    await becomes(() => inboxOf(client), ['Weed the beds', 'Dig'])
    await isSent(page, user.id)
    expect((await client.listInboxCards()).cards.map(({ complete }) => complete)).toEqual([false, true])
    expect(await refusedIn(page, user.id)).toEqual([])
    await link(page, 'Go to your inbox').click()
    await inboxIs(page, client, ['Weed the beds', 'Dig'])
  })

  test('because the project of a new card is gone, is told with the name of the card', async () => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden')
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await composer(page, 'To do').waitFor()
    const net = await wire(page.context())
    net.isCut = true
    await add(page, 'Water', 'To do')
    await card(page, 'Water').waitFor()
    await client.removeProject({ project_id: garden.id })
    net.isCut = false
    await page.getByText('“Water” went to the inbox: its project was deleted.').waitFor()
    await becomes(() => inboxOf(client), ['Water'])
  })

  test('because it was done before under the same id, counts as sent', async () => {
    const { client, user } = person
    const page = await openInbox()
    const net = await wire(page.context())
    net.isCut = true
    await add(page, 'Milk')
    const [entry] = await eventually(async () => {
      const all = await outboxIn(page, user.id)
      return all.length > 0 ? all : undefined
    }, 'a card in the outbox')
    // As if it had been sent long ago, with its key forgotten since, and the card deleted.
    await client.addInboxCard({ text: 'Milk, long ago' }, { idempotencyKey: entry?.key })
    await client.removeCard({ id: entry?.key ?? '' })
    net.isCut = false
    await isSent(page, user.id)
    await inboxIs(page, client, [])
    expect(await refusedIn(page, user.id)).toEqual([])
  })
})

describe('two devices', () => {
  const openBoth = async () => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water'] })
    const pages = await Promise.all([1, 2].map(() => browsing.open(`/projects/${garden.id}`, { person })))
    const [one, other] = pages as [Page, Page]
    for (const page of pages) await card(page, 'Weed').waitFor()
    return { client, garden, one, other }
  }
  /** The same text is changed on both while one of them has no net. */
  const editOnBoth = async () => {
    const both = await openBoth()
    const net = await wire(both.other.context())
    net.isCut = true
    await edit(both.other, 'Weed', 'Weed the paths')
    await both.other.keyboard.press('Enter')
    await card(both.other, 'Weed the paths').waitFor()
    await edit(both.one, 'Weed', 'Weed the beds')
    await both.one.keyboard.press('Enter')
    await boardIs(both.one, both.client, both.garden, { 'To do': ['Weed the beds', 'Water'] })
    return { ...both, net }
  }

  test('that give one card two texts keep both: the first stands, the other waits to be chosen', async () => {
    const { client, garden, one, other, net } = await editOnBoth()
    net.isCut = false
    expect(await refusalIn(other, person.user.id)).toMatchObject({
      code: 'changed_meanwhile',
      operation: { kind: 'edit card', text: 'Weed the paths', before: 'Weed' },
      theirs: 'Weed the beds',
    })
    for (const page of [one, other])
      await boardIs(page, client, garden, { 'To do': ['Weed the beds', 'Water'] })
    expect(await refusedIn(one, person.user.id)).toEqual([])
    await isSent(other, person.user.id)
  })

  test('keep the other text through a reload', async () => {
    const { other, net } = await editOnBoth()
    net.isCut = false
    await refusalIn(other, person.user.id)
    await other.reload()
    await card(other, 'Weed the beds').waitFor()
    expect((await refusedIn(other, person.user.id)).map(({ theirs }) => theirs)).toEqual(['Weed the beds'])
  })

  test('that change different things about a card are both right', async () => {
    const { client, garden, one, other } = await openBoth()
    const net = await wire(other.context())
    net.isCut = true
    await edit(other, 'Weed', 'Weed the paths')
    await other.keyboard.press('Enter')
    await card(one, 'Weed').focus()
    await one.keyboard.press('Shift+ArrowRight')
    await tick(one, 'Weed').click()
    await boardIs(one, client, garden, { 'To do': ['Water'], Doing: ['Weed'] })
    net.isCut = false
    for (const page of [one, other])
      await boardIs(page, client, garden, { 'To do': ['Water'], Doing: ['Weed the paths'] })
    for (const page of [one, other]) await becomes(() => tick(page, 'Weed the paths').isChecked(), true)
    await isSent(other, person.user.id)
    expect(await refusedIn(other, person.user.id)).toEqual([])
  })
})

describe('an account', () => {
  test('whose session ends in the middle keeps what is not sent until it is back, and no other account sends it', async () => {
    const { inboard } = browsing
    const page = await openInbox()
    const context = page.context()
    const typed = Promise.withResolvers<void>()
    await intercept(page, '**/api/batch', async (route) => {
      await typed.promise
      await problem(route, 401, 'unauthenticated')
    })
    await typeAll(page, ['Milk', 'Bread'])
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    typed.resolve()
    await heading(page, 'Sign in again').waitFor()
    const kept = page.getByText('What you have not sent yet is kept on this device until you are back.')
    await kept.waitFor()
    await page.unrouteAll()
    await page.reload()
    await kept.waitFor()

    const email = 'somebody-else@example.com'
    const theirs = await arrive(context, inboard, email)
    await theirs.getByText('Nothing waits for you.').waitFor()
    await add(theirs, 'Theirs')
    inboard.clock.advance(60_000)
    const other = await inboard.signIn(email)
    await inboxIs(theirs, other.client, ['Theirs'])
    expect(await databasesIn(theirs)).toEqual([person, other].map(({ user }) => `inboard.${user.id}`).sort())
    expect(await inboxOf(person.client)).toEqual([])

    inboard.clock.advance(60_000)
    const again = await arrive(context, inboard, person.user.email)
    await inboxIs(again, person.client, ['Milk', 'Bread'])
    expect(await inboxOf(other.client)).toEqual(['Theirs'])
  })

  test('is not signed out by a 401 that is not the server’s', async () => {
    const page = await openInbox()
    let count = 0
    await intercept(page, '**/api/batch', async (route) => {
      if (++count > 1) return await route.continue()
      await route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>Sign in to the proxy</h1>' })
    })
    await add(page, 'Milk')
    await inboxIs(page, person.client, ['Milk'])
    await isSent(page, person.user.id)
    expect(await heading(page, 'Inbox').count()).toBe(1)
  })

  test('that is signed out of leaves nothing on the device, and what others have left stays', async () => {
    const page = await openInbox()
    await add(page, 'Milk')
    await inboxIs(page, person.client, ['Milk'])
    expect(await databasesIn(page)).toEqual([`inboard.${person.user.id}`])
    const second = await openAgain(page.context())
    await card(second, 'Milk').waitFor()
    await page.evaluate(() => indexedDB.open('inboard.somebody-else'))
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    await heading(page, 'Sign in').waitFor()
    await heading(second, 'Sign in').waitFor()
    await becomes(() => databasesIn(page), ['inboard.somebody-else'])
  })
})

describe('where a browser cannot keep anything', () => {
  test.each([
    ['no Web Locks', () => Reflect.deleteProperty(Navigator.prototype, 'locks')],
    ['no IndexedDB', () => Reflect.deleteProperty(globalThis, 'indexedDB')],
    [
      'an IndexedDB that refuses',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('not here', 'SecurityError')
        }
      },
    ],
  ])('with %s, everything works online', async (_, without) => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
    const page = await browsing.open('/', { person })
    await page.addInitScript(without)
    await page.goto(`${browsing.appUrl}/projects/${garden.id}`)
    await card(page, 'Weed').waitFor()
    await add(page, 'Water', 'To do')
    await edit(page, 'Weed', 'Weed the beds')
    await page.keyboard.press('Enter')
    await card(page, 'Weed the beds').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await boardIs(page, client, garden, { 'To do': ['Water'], Doing: ['Weed the beds'] })
    await client.addProjectCard({ project_id: garden.id, text: 'From a script' })
    await boardIs(page, client, garden, { 'To do': ['Water', 'From a script'], Doing: ['Weed the beds'] })

    // What cannot be sent is in memory as long as the page is.
    const held = await holdBatches(page)
    await add(page, 'Mow', 'To do')
    await held.fail()
    await becomes(async () => (await boardOn(page))['To do'], ['Water', 'From a script', 'Mow'])
    await held.letGo()
    await boardIs(page, client, garden, {
      'To do': ['Water', 'From a script', 'Mow'],
      Doing: ['Weed the beds'],
    })
  })
})
