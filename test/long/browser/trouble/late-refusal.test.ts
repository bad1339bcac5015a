import { beforeEach, expect, test } from 'vitest'
import { lookAt, press } from '../../../browser/trouble/board.ts'
import { add, boardIs } from '../../../support/browsing/boards.ts'
import { becomes, boardOn, intercept } from '../../../support/browsing/browsing.ts'
import { isSent, refusalIn } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a card that the server refuses late takes its own later changes along, and nothing else', async () => {
  const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed'], Doing: ['Dig'] })
  const held = Promise.withResolvers<void>()
  await intercept(
    page,
    '**/api/batch',
    async (route) => {
      await held.promise
      await route.fulfill({
        json: {
          results: [
            {
              status: 409,
              body: { status: 409, code: 'card_limit_reached', detail: 'You have enough cards.' },
            },
          ],
        },
      })
    },
    { times: 1 },
  )
  await add(page, 'Water', 'To do')
  await press(page, 'Water', 'Shift+ArrowRight')
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Dig', 'Water'], Done: [] })
  await press(page, 'Weed', 'Shift+ArrowRight')
  held.resolve()
  await boardIs(page, person.client, project, { Doing: ['Weed', 'Dig'] })
  expect(await refusalIn(page, person.user.id)).toMatchObject({
    code: 'card_limit_reached',
    reason: 'You have enough cards.',
    operation: { kind: 'add card', text: 'Water' },
  })
  await isSent(page, person.user.id)
})
