import { beforeEach, describe, expect, test } from 'vitest'
import { linkFor, openLink } from '../../support/browsing/account.ts'
import { add, button, card, heading, inboxIs, link } from '../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { databasesIn, isSent, problem } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { openAgain, openInbox, signInElsewhere, typeAll } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('an account', () => {
  test('whose session ends in the middle keeps what is not sent until it is back, and no other account sends it', async () => {
    const { inboard } = browsing
    const page = await openInbox(browsing, person)
    const context = page.context()
    const typed = Promise.withResolvers<void>()
    await intercept(page, '**/api/batch', async (route) => {
      await typed.promise
      await problem(route, 401, 'unauthenticated')
    })
    await typeAll(page, ['Milk', 'Bread'])
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    typed.resolve()
    await heading(page, 'Sign in again').waitFor()
    const kept = page.getByText('Your unsent changes are kept on this device.')
    await kept.waitFor()
    await page.unrouteAll()
    await page.reload()
    await kept.waitFor()

    const email = `else-${person.user.email}`
    const theirs = await openLink(context, await linkFor(inboard, email))
    await theirs.getByText('Your inbox is empty.').waitFor()
    await add(theirs, 'Theirs')
    const other = await inboard.signIn(email)
    await inboxIs(theirs, other.client, ['Theirs'])
    expect(await databasesIn(theirs)).toEqual([person, other].map(({ user }) => `inboard.${user.id}`).sort())
    expect(await inboxOf(person.client)).toEqual([])

    const again = await openLink(context, await linkFor(inboard, person.user.email))
    await inboxIs(again, person.client, ['Milk', 'Bread'])
    expect(await inboxOf(other.client)).toEqual(['Theirs'])
  })

  test('is not signed out by a 401 that is not the server’s, or comes late and is about an earlier session', async () => {
    const page = await openInbox(browsing, person)
    const { token } = await browsing.inboard.signIn(person.user.email)
    let count = 0
    await intercept(page, '**/api/batch', async (route) => {
      if (++count > 2) return await route.continue()
      if (count === 1)
        return await route.fulfill({
          status: 401,
          contentType: 'text/html',
          body: '<h1>Sign in to the proxy</h1>',
        })
      await signInElsewhere(page, token)
      await problem(route, 401, 'unauthenticated')
    })
    await add(page, 'Milk')
    await inboxIs(page, person.client, ['Milk'])
    await isSent(page, person.user.id)
    expect(await heading(page, 'Inbox').count()).toBe(1)
  })

  test('that is signed out of leaves nothing on the device, and what others have left stays', async () => {
    const page = await openInbox(browsing, person)
    await add(page, 'Milk')
    await inboxIs(page, person.client, ['Milk'])
    expect(await databasesIn(page)).toEqual([`inboard.${person.user.id}`])
    const second = await openAgain(browsing, page.context())
    await card(second, 'Milk').waitFor()
    await page.evaluate(() => {
      indexedDB.open('inboard.somebody-else')
      localStorage.setItem('inboard.draft.somebody-else.tab.capture', '{"text":"Half a thought"}')
    })
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    await heading(page, 'Sign in').waitFor()
    await heading(second, 'Sign in').waitFor()
    await becomes(() => databasesIn(page), ['inboard.somebody-else'])
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('inboard.draft.'))
    expect(await page.evaluate(drafts)).toEqual(['inboard.draft.somebody-else.tab.capture'])
  })
})
