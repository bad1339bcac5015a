import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { heading, status } from '../../support/browsing/account.ts'
import { button, composer } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const share = (parts: Record<string, string>) => `/share?${new URLSearchParams(parts)}`
const question = (page: Page) => heading(page, 'Add to your inbox?')
const shown = (page: Page) => page.getByRole('textbox', { name: 'What was shared' })

test('a list can be added as one card or as a card for each line, and undone in one step', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  const list = { title: 'Shopping', text: '- Milk\n- Bread' }
  await page.goto(browsing.appUrl + share(list))
  await button(page, 'Add as one card').click()
  await becomes(() => inboxOf(person.client), ['Shopping\n- Milk\n- Bread'])
  await page.goto(browsing.appUrl + share(list))
  await button(page, 'Add 3 cards').click()
  const cards = ['Shopping\n- Milk\n- Bread', 'Shopping', 'Milk', 'Bread']
  await becomes(() => inboxOf(person.client), cards)
  await heading(page, 'Inbox').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await becomes(() => inboxOf(person.client), cards.slice(0, 1))

  const long = Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(100)}`)
  await page.goto(browsing.appUrl + share({ text: long.join('\n') }))
  await button(page, 'Add as 2 long cards').waitFor()
  await button(page, 'Add 30 cards').click()
  await becomes(async () => (await inboxOf(person.client)).length, 31)
})

test('shared text becomes a card of the inbox once its button is pressed, and is not offered again; a shortcut starts a new card', async () => {
  const person = await browsing.inboard.signIn()
  await person.client.addInboxCard({ text: 'Bread' })
  const page = await browsing.open('/', { person })
  await page.goto(
    browsing.appUrl + share({ title: 'A page', text: 'A page', url: 'https://example.com/?a=1&b' }),
  )
  await question(page).waitFor()
  expect(await shown(page).inputValue()).toBe('A page\nhttps://example.com/?a=1&b')
  await page.getByText(`You are signed in as ${person.user.email}.`).waitFor()
  // Any site can link here: nothing happens unless it is wanted.
  await page.reload()
  await question(page).waitFor()
  expect(await inboxOf(person.client)).toEqual(['Bread'])

  await button(page, 'Add').click()
  await heading(page, 'Inbox').waitFor()
  await status(page, 'Added to your inbox.').waitFor()
  const cards = ['Bread', 'A page\nhttps://example.com/?a=1&b']
  await becomes(() => inboxOf(person.client), cards)
  expect(page.url()).toBe(`${browsing.appUrl}/`)
  await page.goBack()
  await heading(page, 'Inbox').waitFor()
  expect(await inboxOf(person.client)).toEqual(cards)

  const text = '<img src=x onerror=alert(1)> javascript:alert(1) \u0000'
  await page.goto(browsing.appUrl + share({ title: '<b>x</b>', text }))
  expect(await shown(page).inputValue()).toBe('<b>x</b>\n<img src=x onerror=alert(1)> javascript:alert(1)')
  expect(await page.locator('img, b').count()).toBe(0)
  await page.goto(browsing.appUrl + share({ text: ' ' }))
  await heading(page, 'Nothing was shared').waitFor()
  await page.getByRole('link', { name: 'Go to your inbox' }).click()
  await heading(page, 'Inbox').waitFor()

  // The shortcut "New card" opens the inbox with the cursor in its field, once: on a small screen, nothing else does.
  await page.setViewportSize({ width: 600, height: 720 })
  await page.goto(`${browsing.appUrl}/?new`)
  await composer(page).and(page.locator(':focus')).waitFor()
  expect(page.url()).toBe(`${browsing.appUrl}/`)
  await page.reload()
  await composer(page).waitFor()
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(false)
})
