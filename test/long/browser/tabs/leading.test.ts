import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { openTwo } from '../../../browser/tabs/two-tabs.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

/** How many streams the server has open. Those of closed browsers go within a moment. */
const streams = () => browsing.inboard.metric('inboard_event_streams')

/** Whether a tab holds the lock of the one that leads. A lock of its own tells it its name among those that hold locks. */
const leads = (tab: Page, userId: string) =>
  tab.evaluate(
    (turn) =>
      navigator.locks.request(`probe ${crypto.randomUUID()}`, async (probe) => {
        const { held = [] } = await navigator.locks.query()
        const holderOf = (name?: string) => held.find((lock) => lock.name === name)?.clientId
        return holderOf(turn) === holderOf(probe?.name)
      }),
    `inboard.${userId}`,
  )

/** As a browser tells a tab whether it is looked at. */
const look = (tab: Page, visibility: 'visible' | 'hidden') =>
  tab.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)

describe('one of them leads', () => {
  test('the one that is looked at: a hidden one hands over, back and forth', async () => {
    const { person, project, one, other, bothShow } = await openTwo(browsing)
    await look(one, 'visible')
    await look(other, 'visible')
    await look(one, 'hidden')
    await becomes(() => leads(other, person.user.id), true)
    await look(one, 'visible')
    await look(other, 'hidden')
    await becomes(() => leads(one, person.user.id), true)
    await look(other, 'visible')
    await look(one, 'hidden')
    await becomes(() => leads(other, person.user.id), true)
    await becomes(streams, 1)
    await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
    await bothShow({ 'To do': ['Weed', 'Water', 'From a script'], Doing: ['Dig'] })
  })
})
