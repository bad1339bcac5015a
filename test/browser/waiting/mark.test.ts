import { expect, test } from 'vitest'
import { add, tick } from '../../support/browsing/boards.ts'
import { becomes, goOffline, inboxOf } from '../../support/browsing/browsing.ts'
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

test('offline, the mark says that everything is kept, once; it lists what waits, and goes when that is sent', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk', 'Bread')
  await goOffline(page)
  await tick(page, 'Milk').click()
  await add(page, 'Eggs')
  await mark(page, offlineMark).waitFor()
  await page.getByRole('status').filter({ hasText: 'You are offline. Everything you do is kept' }).waitFor()
  await mark(page, offlineMark).press('Enter')
  await becomes(
    () => dialog(page).locator('.waiting li').allTextContents(),
    ['Complete “Milk”', 'Add “Eggs” to Inbox'],
  )
  await page.context().setOffline(false)
  await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
  await page.keyboard.press('Escape')
  await becomes(() => page.locator('.mark').count(), 0)
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread', 'Eggs'])
})
