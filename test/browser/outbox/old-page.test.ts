import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lastApp } from '../../releases/stores/store.ts'
import { add, card, composer, inboxIs } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOn, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { isSent, outboxIn } from '../../support/browsing/store.ts'
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
  const [row] = await outboxIn(old, user.id)
  // As the last release has written it.
  expect(row).not.toHaveProperty('by')

  // This version takes over what is on the disk, and with it what was not sent.
  const page = await openAgain(browsing, old.context())
  await card(page, 'Before').waitFor()
  await becomes(async () => (await outboxIn(page, user.id)).map(({ by }) => typeof by), ['string'])
  // The old page can't write any more, so it keeps what is typed in memory, and sends it itself.
  await add(old, 'Amid')
  await card(old, 'Amid').waitFor()
  await add(page, 'Beside')
  await old.unroute('**/api/batch')
  await becomes(async () => (await inboxOf(client)).toSorted(), ['Amid', 'Before', 'Beside'])
  await becomes(async () => (await boardOn(old)).Inbox?.length, 3)

  // Loaded again, it finds a disk that is too new for it, and works with the server alone.
  await old.reload()
  await card(old, 'Beside').waitFor()
  await add(old, 'After')
  await becomes(async () => (await inboxOf(client)).length, 4)
  await inboxIs(page, client, await inboxOf(client))
  await isSent(page, user.id)
})
