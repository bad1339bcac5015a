import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCards, becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { card, goTo, onCard, press, typeTooMuch } from './hands.ts'
import { withBoards } from './people.ts'

const browsing = browseInTests()

/** From now on, what is said, in the order in which it is said. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    // Only those that are there already: what appears together with its words may not be read.
    for (const region of document.querySelectorAll('[role="status"], [role="alert"]'))
      new MutationObserver(() => region.textContent && said.push(region.textContent.trim())).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
  })
const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)

test('a screen reader announces each action once', async () => {
  const person = await browsing.inboard.signIn()
  await addCards(person.client, '/api/inbox/cards', ['One', 'Two'])
  const page = await browsing.open('/', { person })
  await card(page, 'One').waitFor()
  await listen(page)
  const steps: [keys: string[], heard: string][] = [
    [['x'], 'Selected, 1 in all'],
    [['j', 'x'], 'Selected, 2 in all'],
    [['x'], 'Unselected, 1 in all'],
    [['Escape'], 'Nothing is selected'],
    [['Shift+ArrowUp'], 'Moved to Inbox. 1 of 2.'],
    [['c'], 'Completed “Two”.'],
    [['z'], 'Reopened “Two”.'],
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
    ['Too long by 1 character (limit: 2,000).'],
  )
})

test('a screen reader hears enough of a card to tell it from others, and no more', async () => {
  const { person } = await withBoards(browsing)
  const page = await browsing.open('/', { person })
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
  await page.getByRole('link', { name: 'Inbox 3 cards' }).waitFor()
  await page.getByRole('link', { name: 'Garden' }).click()
  await page.getByRole('heading', { level: 2, name: 'To do 14 cards', exact: true }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Doing 1 card', exact: true }).waitFor()
})

test('a screen reader is told the title of every page', async () => {
  const { person, bare } = await withBoards(browsing)
  const page = await browsing.open('/', { person })
  for (const [path, title] of [
    ['/', 'Inbox · Inboard'],
    [`/projects/${bare.id}`, 'Bare · Inboard'],
    ['/settings', 'Settings · Inboard'],
    ['/nowhere', 'Page not found · Inboard'],
  ] as const) {
    await goTo(page, path)
    await becomes(() => page.title(), title)
  }
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('a visitor is told the title, too', async () => {
  const page = await browsing.open('/')
  await becomes(() => page.title(), 'Sign in · Inboard')
  await page.goto(`${browsing.appUrl}/verify-email?token=made-up`)
  await becomes(() => page.title(), 'This link isn’t valid · Inboard')
})
