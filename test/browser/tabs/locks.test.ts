import { expect, test } from 'vitest'
import { add } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a browser that refuses every lock is not asked in a loop, and everything is sent', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/healthz', { person })
  await page.addInitScript(() => {
    const asked = { times: 0 }
    Object.assign(globalThis, { asked })
    LockManager.prototype.request = async () => {
      asked.times++
      throw new DOMException('The document is going away.', 'AbortError')
    }
  })
  await page.goto(browsing.appUrl)
  await add(page, 'Milk')
  await becomes(() => inboxOf(person.client), ['Milk'])
  const { times } = await page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked)
  expect(times).toBeLessThan(10)
})

test('a page that goes into the memory of the browser gives up the lead, and asks for it when it is back', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  const leaders = () =>
    page.evaluate(async (name) => {
      const { held = [] } = await navigator.locks.query()
      return held.filter((one) => one.name === name).length
    }, `inboard.${person.user.id}`)
  await becomes(leaders, 1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await becomes(leaders, 0)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await becomes(leaders, 1)
  await person.client.addInboxCard({ text: 'From a script' })
  await page.getByText('From a script').waitFor()
})
