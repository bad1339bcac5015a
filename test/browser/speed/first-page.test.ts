import { expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { becomes, intercept } from '../../support/browsing/browsing.ts'
import { forgetAccount } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inboxWith } from '../waiting/waiting.ts'

const browsing = browseInTests()

const idle = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve())))

/** A first visit, whose cards come when the test says so. */
async function arrive() {
  const { page, person } = await inboxWith(browsing, 'Milk')
  const account = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await intercept(page, '**/api/changes*', async (route) => {
    isAsked.resolve()
    await account.promise
    await route.continue()
  })
  await page.goto(`${browsing.appUrl}/healthz`)
  // After what the first page was still loading.
  const loaded: string[] = []
  page.on('request', (request) => {
    const [, name = ''] = /\/assets\/(lazy-dialogs|rich-text|next-cards)-[^/]+\.js$/.exec(request.url()) ?? []
    if (name) loaded.push(name)
  })
  await forgetAccount(page, person.user.id)
  await page.goto(browsing.appUrl)
  await isAsked.promise
  return { page, loaded, letCardsCome: account.resolve }
}

test('the first cards are drawn before the rest is loaded', async () => {
  const { page, loaded, letCardsCome } = await arrive()
  await page.evaluate(idle)
  expect(loaded).toEqual([])
  letCardsCome()
  await card(page, 'Milk').waitFor()
  await becomes(async () => [...new Set(loaded)].sort(), ['lazy-dialogs', 'next-cards', 'rich-text'])
})

test('the palette opens before the first cards are drawn, with what is typed while it loads', async () => {
  const { page, loaded, letCardsCome } = await arrive()
  const palette = Promise.withResolvers<void>()
  await intercept(page, '**/assets/lazy-dialogs-*.js', async (route) => {
    await palette.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await becomes(async () => loaded, ['lazy-dialogs'])
  await page.keyboard.type('oat milk')
  palette.resolve()
  const field = page.getByRole('combobox')
  await field.waitFor()
  expect(await field.inputValue()).toBe('oat milk')
  await page.keyboard.type('s')
  await becomes(() => field.inputValue(), 'oat milks')
  letCardsCome()
})

test('the marks of a card are not drawn as typed for a moment', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  await person.client.addInboxCard({ text: 'Buy *bread* due:2030-01-01' })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.text.typed')) document.documentElement.dataset.wasTyped = ''
    }).observe(document, { childList: true, subtree: true })
  })
  for (const _ of ['with an empty cache', 'from its own store']) {
    await page.goto(browsing.appUrl)
    await page.locator('.card em').waitFor()
    expect(await page.locator('html').getAttribute('data-was-typed')).toBeNull()
  }
})

test('cards stay as typed while the style sheet of formatted text cannot be loaded', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  const isAsked = Promise.withResolvers<void>()
  await intercept(page, '**/assets/rich-text-*.css', async (route) => {
    await route.abort()
    isAsked.resolve()
  })
  await person.client.addInboxCard({ text: 'Buy *milk*' })
  await page.goto(browsing.appUrl)
  await isAsked.promise
  await page.evaluate(idle)
  await card(page, 'Buy *milk*').waitFor()
})
