import { describe, test } from 'vitest'
import { intercept, makeBoard } from '../../../support/browsing/browsing.ts'
import { forgetAccount } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('the palette', () => {
  test('opened before the account is known, finds its cards as soon as it is', async () => {
    const person = await browsing.inboard.signIn()
    await makeBoard(person.client, 'House', { Doing: ['Oil the hinges'] })
    const page = await browsing.open('/', { person })
    await page.getByText('Your inbox is empty.').waitFor()
    const { promise: wait, resolve: answer } = Promise.withResolvers<void>()
    await intercept(page, '**/api/changes', async (route) => {
      await wait
      await route.continue()
    })
    await forgetAccount(page, person.user.id)
    await page.reload()
    await page.getByText('Loading…').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'New project' }).waitFor()
    answer()
    await page.getByRole('option', { name: 'Oil the hinges House · Doing' }).waitFor()
  })
})
