import { beforeEach, describe, expect, test } from 'vitest'
import { add, inboxIs } from '../../support/browsing/boards.ts'
import { becomes, comeBack, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { eventually, type SignedIn } from '../../support/service/inboard.ts'
import { addAmid, everydayTroubles } from './troubles.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('whatever goes wrong between here and the server costs nothing that was typed, and makes nothing twice', () => {
  test('once, in an everyday way', async () => {
    await addAmid(browsing, everydayTroubles)
  })

  test('one operation on which the server fails again and again', async () => {
    const page = await browsing.open('/', { person })
    await page.getByText('Your inbox is empty.').waitFor()
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
