import type { Route } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { add, inboxIs } from '../../support/browsing/boards.ts'
import { becomes, boardOn, comeBack, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { isSent, outboxIn, problem, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { eventually, type SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('whatever goes wrong between here and the server costs nothing that was typed, and makes nothing twice', () => {
  const troubles: [string, (route: Route) => unknown][] = [
    ['busy', (route) => problem(route, 503, 'unavailable')],
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
    ['a portal', (route) => route.fulfill({ body: '<p>Welcome' })],
    ['an answer without results', (route) => route.fulfill({ json: {} })],
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

  test('once, in any way', async () => {
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
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
  })

  test('one operation on which the server fails again and again', async () => {
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
    await intercept(page, '**/api/batch', async (route) => {
      const { operations } = route.request().postDataJSON() as { operations: { body: { text: string } }[] }
      const isBad = (text: string) => text === 'Bad'
      const rest = operations.filter(({ body }) => !isBad(body.text))
      const { results } =
        rest.length > 0
          ? await (await route.fetch({ postData: { operations: rest } })).json()
          : { results: [] }
      await route.fulfill({
        json: {
          results: operations.map(({ body }) =>
            isBad(body.text) ? { status: 500, body: { code: 'internal', detail: '…' } } : results.shift(),
          ),
        },
      })
    })
    for (const text of ['Milk', 'Bad', 'Bread']) await add(page, text)
    await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
    const refusal = await eventually(async () => {
      // Or it would take its time to try again and again.
      await comeBack(page)
      return (await refusedIn(page, person.user.id))[0]
    }, 'a refusal')
    expect(refusal).toMatchObject({
      code: 'internal',
      operation: { kind: 'add card', text: 'Bad' },
    })
    await isSent(page, person.user.id)
    await inboxIs(page, person.client, ['Milk', 'Bread'])
  })
})
