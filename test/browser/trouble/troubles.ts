import type { Route } from 'playwright-core'
import { expect } from 'vitest'
import { add, inboxIs } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOn, comeBack, intercept } from '../../support/browsing/browsing.ts'
import { isSent, outboxIn, problem, refusedIn } from '../../support/browsing/store.ts'

/** Something that happens to what is sent to the server, by its name. */
type Trouble = [string, (route: Route) => unknown]

export const everydayTroubles: Trouble[] = [
  ['busy', (route) => problem(route, 503, 'unavailable')],
  ['a portal', (route) => route.fulfill({ body: '<p>Welcome' })],
  ['fewer results than operations', (route) => route.fulfill({ json: { results: [] } })],
  ['cut', (route) => route.abort('connectionreset')],
  [
    'cut after it has arrived',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
  ],
]

export const rareTroubles: Trouble[] = [
  ['broken', (route) => problem(route, 500, 'internal')],
  ['too many requests', (route) => problem(route, 429, 'rate_limited')],
  [
    'a proxy',
    (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>No server</h1>' }),
  ],
  [
    'a proxy with a JSON of its own',
    (route) => route.fulfill({ status: 502, json: { message: 'bad gateway' } }),
  ],
  ['an answer without results', (route) => route.fulfill({ json: {} })],
]

/** Cards are added amid each trouble, and arrive when it is over. */
export async function addAmid(browsing: Browsing, troubles: readonly Trouble[]): Promise<void> {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  await page.getByText('Your inbox is empty.').waitFor()
  let trouble: ((route: Route) => unknown) | undefined
  let failures = 0
  await intercept(page, '**/api/batch', async (route) => {
    if (!trouble) return await route.continue()
    await trouble(route)
    failures++
  })
  const all: string[] = []
  for (const [name, happens] of troubles) {
    failures = 0
    trouble = happens
    for (const text of [`Milk, ${name}`, `Bread, ${name}`]) {
      await add(page, text)
      all.push(text)
    }
    await becomes(() => boardOn(page), { Inbox: all })
    await becomes(async () => failures > 0, true)
    expect(await outboxIn(page, person.user.id), name).toHaveLength(2)
    trouble = undefined
    await comeBack(page)
    await inboxIs(page, person.client, all)
    await isSent(page, person.user.id)
  }
  expect(await refusedIn(page, person.user.id)).toEqual([])
}
