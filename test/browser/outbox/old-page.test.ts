import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { lastApp } from '../../releases/stores/store.ts'
import { add, card, composer, inboxIs } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOn, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { openAgain } from './inbox.ts'

const browsing = browseInTests()

/** From now on this tab gets the app of the last release, as from a browser that has kept it. */
async function serveLastApp({ appUrl }: Browsing, page: Page): Promise<void> {
  const app = lastApp()
  await page.route(`${appUrl}/assets/*`, (route) => {
    const { pathname } = new URL(route.request().url())
    const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
    return route.fulfill({ contentType, body: app[pathname] ?? '' })
  })
  await page.route(`${appUrl}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: app['/index.html'] ?? '' }),
  )
}

test('a page of the last release goes on beside this version, and nothing that is typed in either is lost or sent twice', async () => {
  const person = await browsing.inboard.signIn()
  const { client, user } = person
  const old = await browsing.open('/healthz', { person })
  await serveLastApp(browsing, old)
  await old.goto(browsing.appUrl)
  await composer(old).waitFor()
  await intercept(old, '**/api/batch', (route) => route.abort())
  await add(old, 'Before')
  await card(old, 'Before').waitFor()
  // They share what is on the disk, and send it in turns.
  const page = await openAgain(browsing, old.context())
  await card(page, 'Before').waitFor()
  await add(old, 'Amid')
  await card(page, 'Amid').waitFor()
  await add(page, 'Beside')
  await card(old, 'Beside').waitFor()
  await old.unroute('**/api/batch')
  await becomes(async () => (await inboxOf(client)).toSorted(), ['Amid', 'Before', 'Beside'])
  await becomes(async () => (await boardOn(old)).Inbox?.length, 3)

  await old.reload()
  await card(old, 'Beside').waitFor()
  await add(old, 'After')
  await becomes(async () => (await inboxOf(client)).length, 4)
  await inboxIs(page, client, await inboxOf(client))
  await isSent(page, user.id)
})
