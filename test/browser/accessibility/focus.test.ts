import { describe, expect, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { lookAtToday } from '../today/attention.ts'
import { card, dialog, goTo, onCard, press, pressEscape } from './hands.ts'
import { withBoards, withInbox } from './people.ts'
import { stopsOf } from './stops.ts'

const browsing = browseInTests()

describe('the focus', () => {
  test('stays in every dialog, and goes back to where it was', async () => {
    const person = await withInbox(browsing)
    const page = await browsing.open('/', { person })
    for (const keys of [['Control+k'], ['m'], ['?']]) {
      await onCard(page, ...keys)
      await dialog(page).waitFor()
      for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
        await press(page, key)
        // Out of the dialog only the browser itself is within reach.
        await becomes(
          () => page.evaluate(() => document.activeElement?.matches('body, dialog, dialog *')),
          true,
        )
      }
      await pressEscape(page)
      await becomes(
        () => page.evaluate(() => document.activeElement?.closest('.card')?.textContent),
        'Buy milk',
      )
    }
  })

  test('goes into the drawer and back, or on to the page that was chosen there', async () => {
    const { person } = await withBoards(browsing)
    const page = await browsing.open('/', { person })
    await page.setViewportSize({ width: 320, height: 568 })
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
    for (const name of [/^Settings/, /^Bare/]) {
      await toggle.focus()
      await press(page, 'Enter')
      await page.getByRole('link', { name }).focus()
      await press(page, 'Enter')
      await becomes(focused, 'main')
    }
    await press(page, 'Tab')
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Bare')
  })

  test('shows on a card, and not around a page that was just opened', async () => {
    const { person } = await withBoards(browsing)
    const page = await browsing.open('/', { person })
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
    const person = await withInbox(browsing)
    const page = await browsing.open('/', { person })
    await onCard(page, 'p')
    await page.getByLabel('Name of the new project').waitFor()
    await page.getByLabel('Add a card to Inbox').click()
    await press(page, 'Escape')
    await becomes(() => page.evaluate(() => document.activeElement?.className), 'card')
  })

  test('comes back from a message', async () => {
    const person = await withInbox(browsing)
    const page = await browsing.open('/', { person })
    const next = await page.locator('.card').nth(1).textContent()
    await onCard(page, 'Delete')
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await press(page, 'Enter')
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), next)
  })
})

test.each([{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const)(
  'a click shows which card the next key is for (%o)',
  async (media) => {
    const { page } = await lookAtToday(browsing)
    await page.emulateMedia({ reducedMotion: 'reduce', ...media })
    const looks = () =>
      page.locator('.card').evaluateAll((cards) =>
        cards.map((one) => {
          const { boxShadow, outlineStyle } = getComputedStyle(one)
          return `${boxShadow} ${outlineStyle}`
        }),
      )
    for (const path of ['/today', '/', '/projects']) {
      if (path === '/projects') await page.getByRole('link', { name: /^Garden/ }).click()
      else await goTo(page, path)
      const clicked = page.locator('.card:has-text("Water"), .card:has-text("Milk")').first()
      await clicked.waitFor()
      const before = await looks()
      expect(new Set(before).size).toBe(1)
      await clicked.locator('.text').click()
      await becomes(async () => new Set(await looks()).size, 2)
      const own = await clicked.evaluate((one) => [...document.querySelectorAll('.card')].indexOf(one))
      const after = await looks()
      expect(after.filter((look) => look === after[own])).toHaveLength(1)
      expect(after.filter((look) => look === before[own])).toHaveLength(before.length - 1)
    }
  },
)
