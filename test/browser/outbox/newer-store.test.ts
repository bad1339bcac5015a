import { expect, test } from 'vitest'
import { add, button, complaint } from '../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf } from '../../support/browsing/browsing.ts'
import { storedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inboxWith } from '../waiting/waiting.ts'

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
