import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { startBrowsing } from '../support/browsing/browsing.ts'
import { furnish } from '../support/browsing/furnish.ts'

// `npm run screenshots`: the pictures of the README, to be looked at whenever the app has changed.

const folder = resolve(import.meta.dirname, '../../docs/pictures')

const sizes = {
  wide: { viewport: { width: 1200, height: 720 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
}

const browsing = await startBrowsing()
const { garden, person } = await furnish(browsing)

const board = `/projects/${garden.id}`
const states: Record<string, { path: string; visitor?: true; arrange?: (page: Page) => Promise<unknown> }> = {
  board: { path: board },
  inbox: { path: '/' },
  today: { path: '/today' },
  date: {
    path: board,
    arrange: async (page) => {
      const chip = page.getByRole('button', { name: /^Due Tomorrow/ })
      // Under a finger, it is in the card's sheet.
      if ((await chip.count()) === 0) await page.locator('.card').first().tap()
      await chip.click()
      await page.getByRole('textbox', { name: 'Date in words' }).fill('fri 3pm')
    },
  },
  'typed-date': {
    path: '/',
    arrange: async (page) => {
      await page.getByRole('textbox', { name: 'Add a card to Inbox' }).click()
      await page.keyboard.type('Pay the rent every month')
      await page.locator('.typed-date').waitFor()
    },
  },
  'sign-in': { path: '/', visitor: true },
  palette: {
    path: board,
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Search' }).first().click()
      await page.getByRole('combobox').fill('re')
    },
  },
}

mkdirSync(folder, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, device] of Object.entries(sizes)) {
    for (const [name, { path, visitor, arrange }] of Object.entries(states)) {
      const options = { ...device, colorScheme, ...(!visitor && { person }) }
      const page = await browsing.open(path, options)
      await page
        .locator(visitor ? 'form' : '.card')
        .first()
        .waitFor()
      await arrange?.(page)
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, animations: 'disabled' })
      await page.context().close()
    }
  }
}
await browsing.stop()
