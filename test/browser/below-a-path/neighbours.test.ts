import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { linkFor } from '../../support/browsing/account.ts'
import { add, button, card, heading } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, goOffline, inboxOf } from '../../support/browsing/browsing.ts'
import { isInCharge } from '../offline/worker.ts'
import { hostInTests } from './hosting.ts'

/** What a browser has stored for the host, without what is part of every name. */
const storedOn = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    return {
      keys: Object.keys(localStorage).sort(),
      databases: databases.sort(),
      caches: (await caches.keys()).sort(),
      locks: held.map(({ name = '' }) => name).sort(),
    }
  })

describe.each([
  { first: '', second: '/inboard', strips: false },
  { first: '/one', second: '/two', strips: true },
  { first: '/one', second: '/one/more', strips: false },
])('two on one host, at "$first" and "$second"', ({ first, second, strips }) => {
  const all = hostInTests([
    { path: first, strips },
    { path: second, strips },
  ])
  const email = () => `neighbour-${crypto.randomUUID()}@example.com`

  async function signIn({ inboard }: Browsing, page: Page, address: string) {
    const person = await inboard.signIn(address)
    await page.goto(await linkFor(inboard, address))
    await button(page, 'Continue to Inboard').click()
    await heading(page, 'Inbox').waitFor()
    await page.waitForFunction(
      (script) => navigator.serviceWorker.controller?.scriptURL === script,
      `${inboard.world.config.appUrl}/sw.js`,
    )
    return person
  }

  test('have a session, cards, and an app each, also offline, and signing out of one leaves the other alone', async () => {
    const [one = expect.unreachable(), other = expect.unreachable()] = all
    // The worker of the first is there before the other's.
    const page = await one.open('/', { worker: true })
    await isInCharge(page)
    const person = await signIn(one, page, email())
    await add(page, 'Milk')
    await becomes(() => inboxOf(person.client), ['Milk'])

    await page.goto(`${other.appUrl}/`)
    await heading(page, 'Sign in').waitFor()
    const neighbour = await signIn(other, page, email())
    await add(page, 'Nails')
    await becomes(() => inboxOf(neighbour.client), ['Nails'])
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${one.appUrl}/`)
    await card(elsewhere, 'Milk').waitFor()
    expect(await card(elsewhere, 'Nails').count()).toBe(0)
    const before = await storedOn(page)

    await goOffline(page)
    await page.reload()
    await card(page, 'Nails').waitFor()
    await elsewhere.reload()
    await card(elsewhere, 'Milk').waitFor()
    await page.context().setOffline(false)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('sign out')
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in').waitFor()
    await elsewhere.reload()
    await card(elsewhere, 'Milk').waitFor()
    await add(elsewhere, 'Bread')
    await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])

    const ofOther = `inboard${second}/`
    const isOther = (name: string) => name.startsWith(`${ofOther}.`) || name.startsWith(`${ofOther}-`)
    const after = await storedOn(elsewhere)
    expect(before.databases.filter(isOther)).toEqual([`${ofOther}.${neighbour.user.id}`])
    expect(after.databases).toEqual(before.databases.filter((name) => !isOther(name)))
    expect(before.caches.filter(isOther)).toHaveLength(1)
    expect(after.caches).toEqual(before.caches)
    expect(before.locks.some(isOther)).toBe(true)
    expect(after.keys.filter(isOther)).not.toContain(`${ofOther}.session`)
    expect(after.keys.filter((name) => !isOther(name) && name.endsWith('session'))).toHaveLength(1)
  })
})
