import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { add, button, card, complaint } from '../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { databasesIn, outboxIn, resting, storedIn, wakeServer } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inboxWith } from '../waiting/waiting.ts'
import { openAgain } from './inbox.ts'
import { beNewer } from './of-releases.ts'

const browsing = browseInTests()

test('when a newer version has taken over the database, an old page says what to do, sends its changes, and leaves the database alone', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 99)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }),
    `inboard.${person.user.id}`,
  )
  await add(page, 'Bread')
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
  await complaint(page, 'A newer version of Inboard is open in another tab. Reload this page')
  // As long as there is no newer page to be had, it goes on in the same way.
  await button(page, 'Reload').click()
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
  await add(page, 'Eggs')
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread', 'Eggs'])
  expect(await storedIn(page, person.user.id, 'cards')).toHaveLength(1)
})

/** Two cards that are typed in a tab whose database was taken over by a newer version, with the server away. */
async function typeInOlder(newerTab: (page: Page) => Promise<unknown>) {
  const { page, person } = await inboxWith(browsing, 'Milk')
  await intercept(page, '**/api/batch', resting)
  await newerTab(page)
  await add(page, 'Bread')
  await add(page, 'Eggs')
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
  const arrives = async (on: Page) => {
    await becomes(() => boardOn(on), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    await wakeServer(on)
    await becomes(() => inboxOf(person.client), ['Milk', 'Bread', 'Eggs'])
  }
  return { page, person, arrives }
}

describe('what is typed in a page that is older than the database, with the server away, is not lost', () => {
  test('when the page is loaded again and still is the older one', async () => {
    const { page, arrives } = await typeInOlder(async (one) => {
      const [name = ''] = await databasesIn(one)
      await one.evaluate(
        (database) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open(database, 99)
            opening.onsuccess = () => resolve(opening.result.close())
          }),
        name,
      )
    })
    await page.reload()
    await arrives(page)
    await page.reload()
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unwritten'))),
    ).toEqual([])
  })

  test('when the page is loaded again and is the newer one', async () => {
    const { page, person, arrives } = await typeInOlder(async (one) => {
      await one.context().addInitScript(beNewer)
      const newer = await openAgain(browsing, one.context())
      await card(newer, 'Milk').waitFor()
      await newer.close()
    })
    await page.reload()
    await becomes(async () => (await outboxIn(page, person.user.id)).length, 2)
    await arrives(page)
  })

  test('when the page is closed: the newer one in another tab has it already', async () => {
    let newer: Page | undefined
    const { page, person, arrives } = await typeInOlder(async (one) => {
      newer = await one.context().newPage()
      await newer.addInitScript(beNewer)
      await intercept(newer, '**/api/batch', resting)
      await newer.goto(browsing.appUrl)
      await card(newer, 'Milk').waitFor()
    })
    await becomes(async () => (await outboxIn(newer as Page, person.user.id)).length, 2)
    await page.close()
    await arrives(newer as Page)
  })
})
