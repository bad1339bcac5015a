import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { button, heading, linkFor, openLink } from '../../support/browsing/account.ts'
import { add, card, editor, inboxIs } from '../../support/browsing/boards.ts'
import { becomes, intercept } from '../../support/browsing/browsing.ts'
import { databasesIn, isSent, outboxIn, resting, storedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { box } from '../conflicts/disagreement.ts'
import { openAgain } from '../outbox/inbox.ts'
import { inboxWith } from '../waiting/waiting.ts'

const browsing = browseInTests()

let page: Page
let person: SignedIn
beforeEach(async () => {
  const opened = await inboxWith(browsing, 'Milk')
  page = opened.page
  person = opened.person
  await isSent(page, person.user.id)
})

/** Signs out all of the account's sessions but a new one. */
async function endSessions(): Promise<SignedIn> {
  const elsewhere = await browsing.inboard.signIn(person.user.email)
  await elsewhere.client.endOtherSessions()
  return elsewhere
}

const editText = async (from: string, to: string) => {
  await card(page, from).focus()
  await page.keyboard.press('e')
  await editor(page).fill(to)
  await page.keyboard.press('Enter')
  await card(page, to).waitFor()
}

/** Holds what is typed in this browser, and resolves to a function that lets it go. */
async function editUnsent(): Promise<() => Promise<void>> {
  await intercept(page, '**/api/batch', resting)
  await editText('Milk', 'Milk and honey')
  await becomes(async () => (await outboxIn(page, person.user.id)).length, 1)
  return () => page.unrouteAll({ behavior: 'wait' })
}

describe('a session that was ended elsewhere', () => {
  test('leaves nothing on the device, in all tabs, if everything was sent', async () => {
    const second = await openAgain(browsing, page.context())
    await card(second, 'Milk').waitFor()
    expect(await databasesIn(page)).toEqual([`inboard.${person.user.id}`])
    await endSessions()
    await heading(page, 'Sign in again').waitFor()
    await heading(second, 'Sign in again').waitFor()
    await becomes(() => databasesIn(page), [])
    expect(await page.getByText('are kept on this device').count()).toBe(0)
    await button(page, 'Remove the data from this device').click()
    await heading(page, 'Sign in').waitFor()
    await heading(second, 'Sign in').waitFor()
    expect(
      await page.evaluate((email) => JSON.stringify(localStorage).includes(email), person.user.email),
    ).toBe(false)
  })

  test('leaves only what was not sent, which is sent after signing in again', async () => {
    const letGo = await editUnsent()
    const { client } = await endSessions()
    await page.getByText('Your unsent changes are kept on this device.').waitFor()
    for (const part of ['cards', 'projects', 'statuses'])
      await becomes(() => storedIn(page, person.user.id, part), [])
    expect(JSON.stringify(await storedIn(page, person.user.id, 'about'))).not.toContain('Milk')
    await letGo()
    const again = await openLink(page.context(), await linkFor(browsing.inboard, person.user.email))
    await inboxIs(again, client, ['Milk and honey'])
    await inboxIs(page, client, ['Milk and honey'])
    await isSent(page, person.user.id)
  })

  test('offers both texts of a card that was changed elsewhere, too', async () => {
    const letGo = await editUnsent()
    const { client } = await endSessions()
    await page.getByText('Your unsent changes are kept on this device.').waitFor()
    const [milk] = (await client.listInboxCards()).cards
    await client.editCard({ id: milk?.id ?? '', text: 'Oat milk' })
    await letGo()
    const again = await openLink(page.context(), await linkFor(browsing.inboard, person.user.email))
    await card(again, 'Oat milk')
      .and(again.locator('li', { has: box(again) }))
      .getByText('Milk and honey')
      .waitFor()
  })

  test('says how much is lost before it removes what was not sent', async () => {
    await editUnsent()
    await endSessions()
    await page.getByText('Your unsent changes are kept on this device.').waitFor()
    const question = page.getByText('1 unsent change will be lost.')
    await button(page, 'Remove the data from this device').press('Enter')
    await question.waitFor()
    // Whoever presses it twice takes it back.
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await button(page, 'Remove the data from this device').click()
    await question.waitFor()
    expect(await outboxIn(page, person.user.id)).toHaveLength(1)
    await button(page, 'Remove anyway').click()
    await heading(page, 'Sign in').waitFor()
    await becomes(() => databasesIn(page), [])
  })
})

test('signing in deletes what earlier accounts left on the device, but for their unsent changes', async () => {
  const others = ['sent', 'unsent'].map((name) => `${name}-${crypto.randomUUID()}`)
  const { user } = await browsing.inboard.signIn()
  await page.evaluate(
    ([own, ids]) =>
      Promise.all(
        ids.map(
          (id) =>
            new Promise<void>((resolve) => {
              const opening = indexedDB.open(`inboard.${id}`, 3)
              opening.onupgradeneeded = () => {
                const db = opening.result
                for (const name of ['cards', 'projects', 'statuses'])
                  db.createObjectStore(name, { keyPath: 'id' }).put({ id, text: own })
                const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
                db.createObjectStore('refused', { keyPath: 'key' })
                db.createObjectStore('about').put(1, 'seq')
                if (id.startsWith('unsent')) outbox.put({ key: 'a', operation: { kind: 'purge', id } })
              }
              opening.onsuccess = () => {
                opening.result.close()
                resolve()
              }
            }),
        ),
      ).then(() => {}),
    [person.user.id, others] as const,
  )
  const theirs = await openLink(page.context(), await linkFor(browsing.inboard, user.email))
  await heading(theirs, 'Inbox').waitFor()
  await add(theirs, 'Bread')
  await becomes(() => databasesIn(theirs), [user.id, others[1]].map((id) => `inboard.${id}`).sort())
  const [, unsent = ''] = others
  await becomes(() => storedIn(theirs, unsent, 'cards'), [])
  expect(await outboxIn(theirs, unsent)).toHaveLength(1)
})
