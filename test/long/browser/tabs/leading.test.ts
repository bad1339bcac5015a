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

/** Starts to listen among tabs; what it returns waits until the one that leads has said so. */
const leaderAnswers = (tab: Page, userId: string) =>
  tab.evaluateHandle((name) => {
    const channel = new BroadcastChannel(name)
    const answer = new Promise<void>((resolve) => {
      channel.onmessage = ({ data }) => data.is === 'I lead' && resolve()
    })
    return () => answer
  }, `inboard.${userId}`)

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
  test('a hidden one that gets the lead of one that is gone without a word offers it', async () => {
    const { person, one: leading, other: hidden } = await openTwo(browsing)
    await look(hidden, 'hidden')
    const answered = await leaderAnswers(hidden, person.user.id)
    const seen = await leading.context().newPage()
    await seen.goto(leading.url())
    await becomes(() => leads(leading, person.user.id), true)
    await answered.evaluate((wait) => wait())
    // As one that has crashed.
    await leading.evaluate(() =>
      window.addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true),
    )
    await leading.close()
    await becomes(() => leads(seen, person.user.id), true)
  })
})
