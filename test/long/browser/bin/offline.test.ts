import { test } from 'vitest'
import { binOf, binOn, furnished, isOnDevice } from '../../../browser/bin/bin.ts'
import { add, button, card, composer, heading } from '../../../support/browsing/boards.ts'
import { becomes, goOffline, inboxOf, intercept } from '../../../support/browsing/browsing.ts'
import { isSent } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('emptying it offline spares cards that were deleted elsewhere later', async () => {
  const { person, client } = await furnished(browsing)
  const { card: kept } = await client.addInboxCard({ text: 'Eggs' })
  const page = await browsing.open('/bin', { person })
  await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
  await isOnDevice(page, person)
  await intercept(page, '**/api/**', (route) => route.abort())
  await goOffline(page)
  await page.keyboard.press('i')
  await heading(page, 'Inbox').waitFor()
  await add(page, 'Butter')
  await page.getByRole('button', { name: 'Offline · 1 change waiting' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goBack()
  await button(page, 'Empty the bin').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty the bin' }).click()
  await becomes(() => binOn(page), [])
  await client.removeCard({ id: kept.id })
  await page.unroute('**/api/**')
  await page.context().setOffline(false)
  await becomes(() => inboxOf(client), ['Butter'])
  await becomes(() => binOf(person), ['Eggs'])
  await becomes(() => binOn(page), ['Eggs'])
})

test('it works offline though it was never opened, with earlier and later deletions', async () => {
  const { person } = await furnished(browsing, 'Eggs', 'Salt')
  const page = await browsing.open('/', { person, worker: true })
  await isOnDevice(page, person)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const remove = async (text: string) => {
    await card(page, text).focus()
    await page.keyboard.press('Delete')
    await card(page, text).waitFor({ state: 'detached' })
  }
  // One that the server knows of, which is in no outbox any more.
  await remove('Eggs')
  await becomes(() => binOf(person), ['Eggs', 'Garden', 'Bread', 'Milk'])
  await isSent(page, person.user.id)
  await goOffline(page)
  await remove('Salt')
  await page.reload()
  await composer(page).press('Escape')
  await page.keyboard.press('b')
  await becomes(() => binOn(page), ['Salt', 'Eggs', 'Garden', 'Bread', 'Milk'])
})
