import { expect, test } from 'vitest'
import { add, card, tick } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog, inboxWith, mark, offlineMark } from './waiting.ts'

const browsing = browseInTests()

test('there is no mark while all is well, and none flickers at every change', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let marks = 0
        const watch = new MutationObserver(() => {
          marks += document.querySelectorAll('.mark').length
        })
        watch.observe(document.body, { childList: true, subtree: true })
        addEventListener('looked', () => resolve(marks))
      }),
  )
  await tick(page, 'Milk').click()
  await add(page, 'Bread')
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
  await page.evaluate(() => dispatchEvent(new Event('looked')))
  expect(await seen).toBe(0)
})

test('offline, the mark counts and lists the changes that wait, and disappears once they are sent', async () => {
  const { page, press, boardIs } = await sitDown(browsing, { 'To do': ['A', 'B', 'C', 'D'], Doing: ['E'] })
  await goOffline(page)
  await mark(page, offlineMark).waitFor()
  await page.getByRole('status').filter({ hasText: 'You are offline. Everything you do is kept' }).waitFor()
  await press('ArrowDown', 'Control+a', 'm')
  await page.keyboard.type('done')
  await press('Enter')
  await becomes(() => boardOn(page), { 'To do': [], Doing: ['E'], Done: ['A', 'B', 'C', 'D'] })
  await tick(page, 'E').click()
  await add(page, 'Eggs', 'Doing')
  await mark(page, 'Offline · 6 changes waiting').press('Enter')
  // Many changes of one kind are one line, and a moved card is one change.
  await becomes(
    () => dialog(page).locator('.waiting li').allTextContents(),
    ['Move 4 cards to Garden · Done', 'Complete “E”', 'Add “Eggs” to Garden · Doing'],
  )
  expect(await dialog(page).getByRole('button', { name: 'Send now' }).count()).toBe(0)
  await page.context().setOffline(false)
  await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
  await page.keyboard.press('Escape')
  await becomes(() => page.locator('.mark').count(), 0)
  await boardIs({ Doing: ['E', 'Eggs'], Done: ['A', 'B', 'C', 'D'] })
})

test('a stream that has not noticed that the network is gone is not believed', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  await person.client.addInboxCard({ text: 'Comes by the stream' })
  await card(page, 'Comes by the stream').waitFor()
  await intercept(page, '**/api/**', (route) => route.abort())
  await add(page, 'Bread')
  await mark(page, 'Offline · 1 change waiting').waitFor()
})
