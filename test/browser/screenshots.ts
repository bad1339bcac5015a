import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { type Browsing, makeBoard, startBrowsing } from '../support/browsing.ts'

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
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      await arrange?.(page)
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, animations: 'disabled' })
      await page.context().close()
    }
  }
}
await browsing.stop()

/** A person with a life. */
async function furnish({ inboard }: Browsing) {
  const person = await inboard.signIn('ada@example.com')
  const { client } = person
  const garden = await makeBoard(client, 'Kitchen garden', {
    'To do': [
      'Order seed potatoes',
      'Sharpen the secateurs',
      'Build the second compost bin from the old pallets behind the shed',
      'Net for the brassicas',
    ],
    Doing: ['Prune the apple tree', 'Repair the cold frame'],
    Done: ['Dig over the long bed', 'Rake the leaves', 'Plant garlic'],
  })
  await makeBoard(client, 'Website relaunch', {
    'To do': ['Write the about page', 'Pick a typeface'],
    Doing: ['Move the blog'],
    Done: ['Buy the domain'],
  })
  await makeBoard(client, 'Move to Lisbon', { 'To do': ['Book movers', 'Cancel the internet'] })
  const { cards } = await client.listProjectCards({ project_id: garden.id })
  for (const { id } of cards.slice(-3)) await client.editCard({ id, complete: true })
  for (const text of [
    'Call the dentist about Thursday',
    'Read the paper on append-only logs',
    'Gift for Noor: that blue bowl?',
    'Renew the passport\nThe old one expires in March',
    'Ask Jonas for the ladder',
  ])
    await client.addInboxCard({ text })
  return { garden, person }
}
