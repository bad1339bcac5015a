import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { storedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

/** Keeps the disk for itself, as a tab does that leads, until it has written a later state, in which a card has another text. */
async function writeSlowly(page: Page, userId: string, id: string, text: string, seq: number) {
  await page.evaluate(
    (given) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(given.name)
        opening.onsuccess = () => {
          const tx = opening.result.transaction(['about', 'cards', 'outbox'], 'readwrite')
          const cards = tx.objectStore('cards')
          const reading = cards.get(given.id)
          const state = { isOver: false }
          Object.assign(globalThis, { disk: state })
          // A transaction lasts for as long as it is asked for something.
          const ask = () => {
            if (!state.isOver) {
              cards.count().onsuccess = ask
              return
            }
            const { result } = reading
            cards.put({ ...result, text: given.text, revision: result.revision + 1 })
            tx.objectStore('about').put(given.seq, 'seq')
            opening.result.close()
          }
          cards.count().onsuccess = () => {
            resolve()
            ask()
          }
        }
      }),
    { name: `inboard.${userId}`, id, text, seq },
  )
  return () =>
    page.evaluate(() => {
      ;(globalThis as unknown as { disk: { isOver: boolean } }).disk.isOver = true
    })
}

test('a tab that has lost the lead without noticing does not overwrite newer data on the disk, and shows it', async () => {
  const person = await browsing.inboard.signIn()
  const { card: milk } = await person.client.addInboxCard({ text: 'Milk' })
  const page = await browsing.open('/', { person })
  const { id: userId } = person.user
  await becomes(async () => (await storedIn(page, userId, 'cards')).length, 1)
  const later = 5_000
  const write = await writeSlowly(page, userId, milk.id, 'Oat milk', later)
  await person.client.addInboxCard({ text: 'Bread' })
  // It is shown, and about to be written.
  await card(page, 'Bread').waitFor()
  await write()
  await card(page, 'Oat milk').waitFor()
  expect(await storedIn(page, userId, 'about')).toContain(later)
  expect(await storedIn(page, userId, 'cards')).toMatchObject([{ text: 'Oat milk' }])
})
