import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { arrive } from '../support/browsing/account.ts'
import { objectionsTo } from '../support/browsing/axe.ts'
import {
  boardIs,
  button,
  card,
  composer,
  editor,
  heading,
  link,
  startEditing,
  tick,
} from '../support/browsing/boards.ts'
import {
  type Board,
  becomes,
  boardOf,
  boardOn,
  goOffline,
  inboxOf,
  makeBoard,
  type OpenOptions,
  readyToDrag,
} from '../support/browsing/browsing.ts'
import { smallTargets } from '../support/browsing/targets.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import { finger, phone, pointIn } from '../support/browsing/touch.ts'
import { eventually } from '../support/service/inboard.ts'

const browsing = browseInTests()

const start: Board = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Mow'] }

/** Somebody with a phone, before a board. */
async function visit(board: Board = start, options: OpenOptions = {}) {
  const person = await browsing.inboard.signIn()
  await person.client.addInboxCard({ text: 'Call the plumber' })
  const house = await makeBoard(person.client, 'House', { Doing: ['Paint the door'] })
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, {
    person,
    ...phone,
    reducedMotion: 'reduce',
    ...options,
  })
  await becomes(() => boardOn(page), await boardOf(person.client, project))
  return { page, project, house, person, client: person.client }
}

const sheet = (page: Page) => page.getByRole('dialog')
const actions = (page: Page) => sheet(page).getByRole('button').allInnerTexts()
const isGone = (page: Page) => sheet(page).waitFor({ state: 'detached' })
const inSheet = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar')
const drawer = (page: Page) => page.getByRole('navigation')

async function tapCard(page: Page, text: string): Promise<void> {
  await card(page, text).tap()
  await sheet(page).waitFor()
}

/** What would make a phone show its keyboard. */
const isTyping = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea'),
  )

/** A touch screen with the objections of axe, and what a finger would miss. */
async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await objectionsTo(page), colorScheme).toEqual([])
  }
  expect(await smallTargets(page)).toEqual([])
}

describe('a tap on a card', () => {
  test('opens it: its whole text, and what can be done with it in the order of use', async () => {
    const text = 'Build the compost bin\nfrom the pallets behind the shed'
    const { page } = await visit({ 'To do': ['Weed', text], Doing: ['Mow'] })
    await card(page, text.replace('\n', ' ')).tap()
    await sheet(page).getByText('from the pallets behind the shed').waitFor()
    expect(await actions(page)).toEqual([
      'Complete',
      'Edit',
      'Move to…',
      'Move to Doing',
      'Move up',
      'Select',
      'Delete',
    ])
    expect(await isTyping(page)).toBe(false)
    await isAccessible(page)

    await page.keyboard.press('Escape')
    await isGone(page)
    await tapCard(page, 'Mow')
    expect(await actions(page)).toEqual([
      'Complete',
      'Edit',
      'Move to…',
      'Move to Done',
      'Move to To do',
      'Select',
      'Delete',
    ])
  })

  test('leads to all of it', async () => {
    const { page, project, client } = await visit()
    const isSo = (board: Board) => boardIs(page, client, project, board)
    const take = async (text: string, action: string) => {
      await tapCard(page, text)
      await inSheet(page, action).tap()
    }
    await take('Weed', 'Move to Doing')
    await isGone(page)
    await isSo({ 'To do': ['Water', 'Sow'], Doing: ['Weed', 'Mow'] })
    await take('Water', 'Move down')
    await isSo({ 'To do': ['Sow', 'Water'], Doing: ['Weed', 'Mow'] })
    await take('Sow', 'Complete')
    await becomes(() => tick(page, 'Sow').isChecked(), true)
    await take('Sow', 'Reopen')
    await becomes(() => tick(page, 'Sow').isChecked(), false)
    await take('Sow', 'Delete')
    await isSo({ 'To do': ['Water'], Doing: ['Weed', 'Mow'] })
    await take('Water', 'Edit')
    await editor(page).and(page.locator(':focus')).fill('Water the roses')
    await button(page, 'Save').tap()
    await isSo({ 'To do': ['Water the roses'], Doing: ['Weed', 'Mow'] })
  })

  test('leads to every place, without the keyboard of the phone', async () => {
    const { page, house, client } = await visit()
    await tapCard(page, 'Weed')
    await inSheet(page, 'Move to…').tap()
    await page.getByRole('option', { name: 'Doing House' }).waitFor()
    expect(await isTyping(page)).toBe(false)
    await isAccessible(page)
    // The field is there for who wants it.
    await page.getByRole('combobox').tap()
    await page.keyboard.type('done hou')
    await page.getByRole('option', { name: 'Done House' }).tap()
    await isGone(page)
    await becomes(() => boardOf(client, house), { 'To do': [], Doing: ['Paint the door'], Done: ['Weed'] })
  })

  test('can be taken back: by Back, by a tap beside it, by pulling it down', async () => {
    const { page } = await visit()
    const { swipe } = await finger(page)
    const closings = [
      () => page.goBack(),
      () => page.touchscreen.tap(200, 40),
      async () => {
        const from = await pointIn(sheet(page), 0.1)
        await swipe(from, { ...from, y: from.y + 200 })
      },
    ]
    for (const close of closings) {
      await tapCard(page, 'Water')
      await close()
      await isGone(page)
      await becomes(() => page.evaluate(() => document.activeElement?.id.startsWith('card-')), true)
    }
    expect(page.url()).toContain('/projects/')
  })

  test('that is not pulled far enough stays, and so does what is scrolled', async () => {
    const long = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a long card`).join('\n')
    const { page } = await visit({ 'To do': ['Weed', long] })
    const { swipe } = await finger(page)
    await tapCard(page, 'Weed')
    const from = await pointIn(sheet(page), 0.1)
    await swipe(from, { ...from, y: from.y + 40 })
    await becomes(async () => (await pointIn(sheet(page), 0.1)).y, from.y)
    await page.goBack()
    await isGone(page)

    await page
      .locator('.card')
      .nth(1)
      .tap({ position: { x: 100, y: 20 } })
    await sheet(page).waitFor()
    const { height = 0 } = (await sheet(page).boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(844 * 0.85)
    const text = sheet(page).locator('.text')
    const scrolled = () => text.evaluate((it) => it.scrollTop)
    const { x, y } = await pointIn(text)
    // A browser that is busy takes a swipe for a tap, or misses it.
    await eventually(async () => {
      await swipe({ x, y: y + 100 }, { x, y: y - 100 })
      return (await scrolled()) > 100 || undefined
    }, 'the text to scroll')
    const before = await scrolled()
    await eventually(async () => {
      await swipe({ x, y }, { x, y: y + 40 })
      return (await scrolled()) < before || undefined
    }, 'the text to scroll back')
    expect(await sheet(page).count()).toBe(1)
    // However long the text is, everything that can be done is in view.
    expect(await sheet(page).evaluate((it) => it.scrollHeight <= it.clientHeight)).toBe(true)
    await isAccessible(page)
  })

  test('is one thing, and a second one right after it does no harm', async () => {
    const { page } = await visit()
    const { x, y } = await pointIn(card(page, 'Weed'))
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    await sheet(page).waitFor()
    await inSheet(page, 'Edit').waitFor()
    expect(await editor(page).count()).toBe(0)
  })

  test('that is deleted elsewhere meanwhile closes', async () => {
    const { page, project, client } = await visit()
    await tapCard(page, 'Weed')
    const { cards } = await client.listProjectCards({ project_id: project.id })
    await client.removeCard({ id: cards.find(({ text }) => text === 'Weed')?.id ?? '' })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await isGone(page)
    await becomes(() => boardOn(page), { 'To do': ['Water', 'Sow'], Doing: ['Mow'], Done: [] })
  })

  test('chooses it when others are chosen already', async () => {
    const { page, project, client } = await visit()
    await tapCard(page, 'Weed')
    await inSheet(page, 'Select').tap()
    await toolbar(page).waitFor()
    for (const text of ['Water', 'Mow']) await card(page, text).tap()
    await toolbar(page).getByText('3 selected').waitFor()
    expect(await sheet(page).count()).toBe(0)
    await page.getByRole('listitem', { name: 'Selected: Water' }).tap()
    await toolbar(page).getByText('2 selected').waitFor()
    await isAccessible(page)
    await button(page, 'Move to…').tap()
    expect(await isTyping(page)).toBe(false)
    await page.getByRole('option', { name: 'Done Garden' }).tap()
    await boardIs(page, client, project, { 'To do': ['Water', 'Sow'], Done: ['Weed', 'Mow'] })
    await toolbar(page).waitFor({ state: 'detached' })

    await tapCard(page, 'Water')
    await inSheet(page, 'Select').tap()
    await page.getByRole('listitem', { name: 'Selected: Water' }).tap()
    await toolbar(page).waitFor({ state: 'detached' })
    await tapCard(page, 'Water')
    await page.goBack()
    await isGone(page)
    expect(page.url()).toContain(project.id)
  })

  test('leaves the mouse and the keyboard their ways, on the same screen', async () => {
    const { page } = await visit()
    await card(page, 'Weed').click()
    expect(await sheet(page).count()).toBe(0)
    await startEditing(page, 'Water')
    await page.keyboard.press('Escape')
    await button(page, 'Actions for Sow').click()
    await page.getByRole('combobox', { name: 'Actions for “Sow”' }).and(page.locator(':focus')).waitFor()
  })
})

describe('the keyboard of the phone', () => {
  test('stays away from the menu of a project, and from signing in', async () => {
    const { page } = await visit()
    await button(page, 'Project actions').tap()
    expect(await actions(page)).toEqual(['Rename this project', 'Delete this project'])
    expect(await isTyping(page)).toBe(false)
    await isAccessible(page)
    await inSheet(page, 'Rename this project').tap()
    await page.getByLabel('Project name').and(page.locator(':focus')).waitFor()

    const visitor = await browsing.open('/', phone)
    await heading(visitor, 'Sign in').waitFor()
    expect(await isTyping(visitor)).toBe(false)
  })

  test('comes with searching, naming and writing', async () => {
    const { page } = await visit()
    await button(page, 'Search').first().tap()
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.goBack()
    await isGone(page)
    await button(page, 'Inbox and projects').tap()
    await button(page, 'New project').tap()
    await page.getByLabel('Name of the new project').and(page.locator(':focus')).waitFor()
    await page.goBack()
    await drawer(page).waitFor({ state: 'hidden' })
    await composer(page, 'To do').tap()
    await composer(page, 'To do').and(page.locator(':focus')).waitFor()
  })
})

test('a card is added without a key', async () => {
  const { page, project, client } = await visit({})
  await composer(page, 'To do').tap()
  await page.keyboard.type('Rake')
  await isAccessible(page)
  await button(page, 'Add').tap()
  await boardIs(page, client, project, { 'To do': ['Rake'] })
  await composer(page, 'To do').and(page.locator(':focus')).waitFor()
  expect(await button(page, 'Add').count()).toBe(0)
})

test('Enter makes a second line in a card that is edited, and buttons save it or leave it', async () => {
  const { page, project, client } = await visit()
  const type = async (...lines: string[]) => {
    await inSheet(page, 'Edit').tap()
    await editor(page).and(page.locator(':focus')).waitFor()
    for (const line of lines) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(line)
    }
  }
  await tapCard(page, 'Weed')
  await type('all of it')
  await isAccessible(page)
  await button(page, 'Save').tap()
  await boardIs(page, client, project, { ...start, 'To do': ['Weed\nall of it', 'Water', 'Sow'] })
  await tapCard(page, 'Weed all of it')
  await type('and more')
  await button(page, 'Cancel').tap()
  await editor(page).waitFor({ state: 'detached' })
  await becomes(() => page.evaluate(() => document.activeElement?.className), 'card')
  await boardIs(page, client, project, { ...start, 'To do': ['Weed\nall of it', 'Water', 'Sow'] })
})

describe('keys', () => {
  /** Words on the page that name a key, or ask to press one. */
  const keysOn = async (page: Page) => {
    const text = await page.locator('body').innerText()
    return text.match(/\b(press|Enter|Shift|Ctrl|Esc|keys?|keyboard)\b|⌘|[←↑→↓]/gi) ?? []
  }
  const places: { where: string; reach(page: Page): Promise<unknown> }[] = [
    { where: 'an empty board', reach: (page) => page.getByText('What is there to do?').waitFor() },
    {
      where: 'an empty inbox',
      async reach(page) {
        await button(page, 'Inbox and projects').click()
        await link(page, /^Inbox/).click()
        await button(page, 'Actions for Call the plumber').click()
        await sheet(page).getByText('Delete', { exact: true }).click()
        await page.getByText('Nothing waits for you.').waitFor()
        await button(page, 'Dismiss').click()
      },
    },
    {
      where: 'the drawer',
      async reach(page) {
        await button(page, 'Inbox and projects').click()
        await link(page, 'Settings').waitFor()
      },
    },
    {
      where: 'settings',
      async reach(page) {
        await button(page, 'Inbox and projects').click()
        await link(page, 'Settings').click()
        await button(page, 'Delete my account').waitFor()
      },
    },
    {
      where: 'the palette',
      async reach(page) {
        await button(page, 'Search').first().click()
        await page.getByRole('option', { name: 'Sign out' }).waitFor()
      },
    },
  ]
  test.each(places)('are not mentioned where there are none: $where', async ({ reach }) => {
    const { page } = await visit({})
    await reach(page)
    expect(await keysOn(page)).toEqual([])
  })

  test('are where there is a keyboard', async () => {
    const { page } = await visit({}, { hasTouch: false, isMobile: false })
    await page.getByText('press Enter').waitFor()
    await page.getByText('press Shift and →').waitFor()
  })
})

describe('a card in the hand', () => {
  const row = (page: Page, name: string) => drawer(page).getByRole('link', { name: new RegExp(`^${name}`) })

  test.each([
    { by: 'the left edge', where: async () => ({ x: 6, y: 400 }) },
    { by: 'the button', where: (page: Page) => pointIn(button(page, 'Inbox and projects')) },
  ])('opens the drawer by $by, and goes to any project there', async ({ where }) => {
    const { page, house, client, project } = await visit()
    await readyToDrag(page)
    const held = await (await finger(page)).longPress(card(page, 'Weed'))
    await held.over(await where(page))
    await row(page, 'House').waitFor()
    // When it has come in.
    await becomes(async () => (await drawer(page).boundingBox())?.x, 0)
    const there = await pointIn(row(page, 'House'))
    await held.over(there)
    await becomes(() => row(page, 'House').getAttribute('class'), 'row over')
    await held.drop(there)
    await drawer(page).waitFor({ state: 'hidden' })
    await boardIs(page, client, project, { ...start, 'To do': ['Water', 'Sow'] })
    await becomes(() => boardOf(client, house), { 'To do': ['Weed'], Doing: ['Paint the door'], Done: [] })
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Water')
    await becomes(() => page.evaluate(() => history.state?.depth ?? 0), 0)
  })

  test('closes the drawer again, and goes where it is dropped', async () => {
    const { page, client, project } = await visit()
    await readyToDrag(page)
    const held = await (await finger(page)).longPress(card(page, 'Weed'))
    await held.over({ x: 6, y: 400 })
    await becomes(async () => (await drawer(page).boundingBox())?.x, 0)
    await held.over({ x: 380, y: 400 })
    await drawer(page).waitFor({ state: 'hidden' })
    const there = await pointIn(card(page, 'Sow'), 0.75)
    await held.over(there)
    await held.drop(there)
    await boardIs(page, client, project, { ...start, 'To do': ['Water', 'Sow', 'Weed'] })
  })

  test('goes to the inbox, and scrolls to a project far below', async () => {
    const { page, client } = await visit()
    for (let number = 1; number <= 30; number++) await client.addProject({ title: `Project ${number}` })
    await page.reload()
    await readyToDrag(page)
    const held = await (await finger(page)).longPress(card(page, 'Weed'))
    await held.over({ x: 6, y: 400 })
    await becomes(async () => (await drawer(page).boundingBox())?.x, 0)
    const scrolled = () => drawer(page).evaluate((it) => it.scrollTop)
    await eventually(async () => {
      await held.over({ x: 100, y: 838 })
      return (await scrolled()) > 200 ? true : undefined
    }, 'the drawer to scroll')
    await eventually(async () => {
      await held.over({ x: 100, y: 64 })
      return (await scrolled()) === 0 ? true : undefined
    }, 'the drawer to scroll back')
    const there = await pointIn(row(page, 'Inbox'))
    await held.over(there)
    await held.drop(there)
    await becomes(() => inboxOf(client), ['Call the plumber', 'Weed'])
    await drawer(page).waitFor({ state: 'hidden' })
  })

  test('scrolls the board at the left edge, as long as there is a column to the left', async () => {
    const { page } = await visit({ ...start, Done: ['Dig'] })
    await readyToDrag(page)
    const columns = page.locator('.columns')
    await columns.evaluate((it) => it.scrollTo({ left: it.scrollWidth, behavior: 'instant' }))
    const held = await (await finger(page)).longPress(card(page, 'Dig'))
    await held.over({ x: 12, y: 400 })
    expect(await drawer(page).isVisible()).toBe(false)
    await eventually(async () => {
      await held.over({ x: 12, y: 400 })
      return (await columns.evaluate((it) => it.scrollLeft)) === 0 ? true : undefined
    }, 'the board to scroll')
    await held.over({ x: 12, y: 400 })
    await link(page, /^House/).waitFor()
  })
})

describe('the place', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0
      ? `Number ${index + 1}`
      : `Number ${index + 1} ${'with many words '.repeat((index % 5) + 2)}`,
  )
  const topCard = (page: Page, column: number) =>
    page
      .locator('.list')
      .nth(column)
      .evaluate((list) => {
        const { top } = list.getBoundingClientRect()
        const cards = [...list.querySelectorAll('.card')]
        const first = cards.find((one) => one.getBoundingClientRect().bottom > top + 1)
        return {
          text: first?.textContent,
          offset: Math.round((first?.getBoundingClientRect().top ?? 0) - top),
        }
      })

  test.each([
    { on: 'a phone', options: phone },
    {
      on: 'a wide screen',
      options: { viewport: { width: 1280, height: 720 }, hasTouch: false, isMobile: false },
    },
  ])('in columns and boards comes back with Back, on $on', async ({ options }) => {
    const { page } = await visit({ 'To do': ['Weed'], Done: many }, options)
    const columns = page.locator('.columns')
    await columns.evaluate((it) => it.scrollTo({ left: it.scrollWidth, behavior: 'instant' }))
    const last = page.locator('.list').nth(2)
    // As a hand scrolls, past cards that are then known in their real height.
    for (let times = 0; times < 12; times++) {
      await last.evaluate((it) => it.scrollBy({ top: 180, behavior: 'instant' }))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    const [seen, left] = [await topCard(page, 2), await columns.evaluate((it) => it.scrollLeft)]
    expect(seen.text).not.toBe('Number 1')

    if (options.isMobile) await button(page, 'Inbox and projects').click()
    await link(page, 'Settings').click()
    await heading(page, 'Settings').waitFor()
    await becomes(() => page.evaluate(() => location.pathname), '/settings')
    await page.goBack()
    await becomes(() => topCard(page, 2), seen)
    expect(await columns.evaluate((it) => it.scrollLeft)).toBe(left)
    await page.goForward()
    await heading(page, 'Settings').waitFor()
    await page.goBack()
    await becomes(() => topCard(page, 2), seen)
  })
})

describe('the offer of a passkey', () => {
  test('is not covered by the greeting, and breaks no line of its buttons', async () => {
    const context = await browsing.browser.newContext(phone)
    const page = await arrive(context, browsing.inboard, 'thumb@example.com')
    const offer = page.getByRole('region', { name: 'Passkey' })
    await offer.waitFor()
    for (const name of ['Add a passkey', 'Not now']) {
      const { x, y } = await pointIn(button(page, name))
      const there = await page.evaluate(([at, down]) => document.elementFromPoint(at, down)?.textContent, [
        x,
        y,
      ] as const)
      expect(there).toBe(name)
      const { height = 0 } = (await button(page, name).boundingBox()) ?? {}
      expect(height).toBeLessThan(50)
    }
    // On one line, side by side.
    const [add, decline] = [
      await pointIn(button(page, 'Add a passkey')),
      await pointIn(button(page, 'Not now')),
    ]
    expect(add.y).toBe(decline.y)
    await isAccessible(page)
  })
})

describe('nothing is in the way', () => {
  const boxOf = async (locator: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
    return { left: x, top: y, right: x + width, bottom: y + height }
  }

  test('of what a message is about, and of what can be done next', async () => {
    const { page } = await visit()
    await goOffline(page)
    await tick(page, 'Weed').tap()
    await button(page, 'Undo').waitFor()
    const message = await boxOf(page.locator('.notice'))
    for (const other of ['.bar', '.head', '.columns']) {
      const { bottom } = await boxOf(page.locator(other))
      expect(bottom, other).toBeLessThanOrEqual(message.top)
    }
    expect(message.bottom).toBeLessThanOrEqual(phone.viewport.height)
    await isAccessible(page)
  })

  test('of the ring around a field', async () => {
    const { page } = await visit()
    await tapCard(page, 'Weed')
    await inSheet(page, 'Edit').tap()
    const field = await boxOf(editor(page).and(page.locator(':focus')))
    expect(field.right).toBeLessThan((await boxOf(page.locator('.card', { has: editor(page) }))).right)
    await button(page, 'Cancel').tap()
    await button(page, 'Project actions').tap()
    await inSheet(page, 'Rename this project').tap()
    const title = await boxOf(page.getByLabel('Project name').and(page.locator(':focus')))
    const below = await page.getByText('0 of 4 complete').evaluate((it) => {
      const text = document.createRange()
      text.selectNodeContents(it)
      return text.getBoundingClientRect().top
    })
    expect(title.bottom + 4).toBeLessThanOrEqual(below)
  })
})

test('questions and the list of what waits are at the bottom too', async () => {
  const { page } = await visit()
  const isAtBottom = async () => {
    const { x, y = 0, width, height = 0 } = (await sheet(page).boundingBox()) ?? {}
    expect([x, y + height, width]).toEqual([0, phone.viewport.height, phone.viewport.width])
    expect(y).toBeGreaterThan(phone.viewport.height / 3)
    await isAccessible(page)
  }
  await button(page, 'Project actions').tap()
  await inSheet(page, 'Delete this project').tap()
  await inSheet(page, 'Delete project').waitFor()
  await isAtBottom()
  await inSheet(page, 'Keep it').tap()
  await isGone(page)
  await goOffline(page)
  await tick(page, 'Weed').tap()
  await page.locator('.bar .mark').tap()
  await inSheet(page, 'Send now').waitFor()
  await isAtBottom()
})

test('nothing lies under the notch or the home bar', async () => {
  const { page } = await visit()
  const devtools = await page.context().newCDPSession(page)
  const insets = { top: 47, bottom: 34 }
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const edges = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {}
    return [y, y + height] as const
  }
  const lowest = phone.viewport.height - insets.bottom
  const isClear = async (locator: Locator) => {
    const [top, bottom] = await edges(locator)
    expect(top).toBeGreaterThanOrEqual(insets.top)
    expect(bottom).toBeLessThanOrEqual(lowest)
  }
  await becomes(async () => (await edges(button(page, 'Inbox and projects')))[0], insets.top)
  await isClear(composer(page, 'To do'))
  await button(page, 'Inbox and projects').tap()
  await isClear(button(page, 'Search').last())
  await isClear(link(page, 'Settings'))
  await link(page, /^Inbox/).tap()
  await isClear(composer(page))
  await tapCard(page, 'Call the plumber')
  await isClear(inSheet(page, 'Delete'))
  await inSheet(page, 'Select').tap()
  await isClear(toolbar(page))
})
