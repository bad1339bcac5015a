import type { Locator, Page } from 'playwright-core'
import { becomes, readyToDrag } from '../../../support/browsing/browsing.ts'
import { card, dialog, moveAndReturn, onCard, press, pressEscape } from '../hands.ts'
import { withBoards } from '../people.ts'
import { type Room, type State, stay } from '../room.ts'

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

const dialogs: State[] = [
  { what: 'the palette', keys: ['Control+k'] },
  { what: 'the places that a card can move to', keys: ['m'], rare: true },
  { what: 'the date picker', keys: ['d'] },
  { what: 'the list of shortcuts', keys: ['?'] },
].map(({ keys, ...state }) => ({
  ...state,
  async reach(page) {
    await onCard(page, ...keys)
    await dialog(page).waitFor()
  },
  leave: pressEscape,
}))

async function leaveMenu(page: Page): Promise<void> {
  await press(page, 'Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

export const board: Room = {
  what: 'a board',
  async prepare(browsing) {
    const { person, garden, bare } = await withBoards(browsing)
    return { person, path: `/projects/${garden.id}`, projects: [bare] }
  },
  states: [
    {
      what: 'an empty board',
      rare: true,
      path: ({ projects }) => `/projects/${projects?.[0]?.id}`,
      reach: (page) => page.getByText('Nothing to do yet.').waitFor(),
      leave: stay,
    },
    {
      what: 'a board with open and completed cards',
      thorough: true,
      reach: (page) => card(page, 'Dig').waitFor(),
      leave: stay,
    },
    {
      what: 'renaming',
      rare: true,
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
    ...dialogs,
    {
      what: 'the menu of a card',
      async reach(page) {
        await onCard(page, '.')
        await page.getByRole('menuitem', { name: 'Complete' }).and(page.locator(':focus')).waitFor()
      },
      leave: leaveMenu,
    },
    {
      what: 'the menu of several cards',
      rare: true,
      async reach(page) {
        await onCard(page, 'x', 'j', 'x', '.')
        await page.getByRole('menuitem', { name: 'Delete 2 cards' }).waitFor()
      },
      async leave(page) {
        await leaveMenu(page)
        await onCard(page, 'Escape')
      },
    },
    {
      what: 'the menu of a column',
      async reach(page) {
        await page.getByRole('button', { name: 'Doing actions' }).click()
        await page.getByRole('menuitem', { name: 'Select all cards' }).waitFor()
      },
      leave: leaveMenu,
    },
    {
      what: 'a palette that finds nothing',
      rare: true,
      async reach(page) {
        await onCard(page, '/')
        await page.getByRole('combobox').and(page.locator(':focus')).fill('xyzzy')
        await dialog(page).getByText('Nothing matches').waitFor()
      },
      leave: pressEscape,
    },
    {
      what: 'the question before a project is deleted',
      async reach(page) {
        await page.getByRole('button', { name: 'Project actions' }).click()
        await page.getByRole('menuitem', { name: 'Delete this project' }).click()
        await dialog(page).getByText('You can restore them all from the bin.').waitFor()
      },
      leave: pressEscape,
    },
    {
      what: 'selected cards of a board, and a move that can be undone',
      async reach(page) {
        await moveAndReturn(page, 'x', 'j', 'x')
        await page.getByRole('button', { name: 'Undo' }).focus()
      },
      async leave(page) {
        await onCard(page, 'Escape')
        await page.getByRole('button', { name: 'Dismiss' }).click()
      },
    },
    {
      what: 'a card that is dragged',
      rare: true,
      widths: [1280],
      async reach(page) {
        // As high as it ever gets: a card that comes into view makes room only when the hand moves.
        await page.setViewportSize({ width: 1280, height: 844 })
        await readyToDrag(page)
        await card(page, 'Weed bed 12').hover()
        await page.mouse.down()
        const { x, y } = await boxOf(card(page, 'Weed bed 10'))
        await page.mouse.move(x + 50, y + 5, { steps: 5 })
        // A browser says so again and again, of a hand that is still.
        await page.mouse.move(x + 50, y + 5)
        await page.locator('.drop-place').waitFor()
      },
      async leave(page) {
        await press(page, 'Escape')
        await page.mouse.up()
        await becomes(() => page.locator('.dragged').count(), 0)
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
        await press(page, 'Escape')
        // Going back takes the browser a moment, and would cut short the way to the next page.
        await becomes(() => page.evaluate(() => history.state), null)
      },
    },
    {
      what: 'a project that is gone',
      rare: true,
      path: '/projects/gone',
      reach: (page) => page.getByRole('heading', { name: 'Project not found' }).waitFor(),
      leave: stay,
    },
    {
      what: 'a page that never was',
      rare: true,
      path: '/nowhere',
      reach: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    },
  ],
}
