import type { BrowserContext } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { add, boardIs } from '../../support/browsing/boards.ts'
import { becomes, boardOn, comeBack, intercept } from '../../support/browsing/browsing.ts'
import { isSent, outboxIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { board, openTwo } from './two-tabs.ts'

const browsing = browseInTests()

/** How many streams the server has open. Those of closed browsers go within a moment. */
const streams = () => browsing.inboard.metric('inboard_event_streams')

/** A tab that leads from now on, and does and answers nothing. */
async function freezeLeader(context: BrowserContext, userId: string): Promise<void> {
  const frozen = await context.newPage()
  await frozen.goto(`${browsing.appUrl}/healthz`)
  await frozen.evaluate(
    (name) =>
      new Promise<void>((leads) => {
        const lead = () => new Promise(() => leads())
        navigator.locks.request(name, { steal: true }, lead).catch(() => {})
      }),
    `inboard.${userId}`,
  )
}

describe('one of them leads', () => {
  test('and sends what both do, once and in the order in which it was done; when it is closed or frozen, the other goes on', async () => {
    const { person, project, one, other, bothShow } = await openTwo(browsing)
    let isDown = true
    // The route stays: a busy browser that is told to intercept no more may leave a request waiting for ever.
    for (const tab of [one, other])
      await intercept(tab, '**/api/batch', (route) => (isDown ? route.abort() : route.continue()))
    for (const [index, tab] of [one, other, one, other].entries()) {
      await add(tab, `Card ${index}`, 'Doing')
      // In both: whoever does not know of it yet adds the next one before it.
      for (const shown of [one, other])
        await becomes(async () => (await boardOn(shown)).Doing?.at(-1), `Card ${index}`)
    }
    const all = { ...board, Doing: ['Dig', 'Card 0', 'Card 1', 'Card 2', 'Card 3'] }
    for (const tab of [one, other]) await becomes(() => boardOn(tab), { ...all, Done: [] })
    expect((await outboxIn(one, person.user.id)).length).toBeGreaterThan(3)
    isDown = false
    for (const tab of [one, other]) await comeBack(tab)
    await bothShow(all)
    await isSent(one, person.user.id)

    await becomes(streams, 1)
    await one.close()
    await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
    await boardIs(other, person.client, project, { ...all, 'To do': ['Weed', 'Water', 'From a script'] })
    await becomes(streams, 1)
    await add(other, 'Sow', 'To do')
    await boardIs(other, person.client, project, {
      ...all,
      'To do': ['Weed', 'Water', 'From a script', 'Sow'],
    })

    await freezeLeader(other.context(), person.user.id)
    await other.reload()
    await add(other, 'Mow', 'To do')
    await boardIs(other, person.client, project, {
      ...all,
      'To do': ['Weed', 'Water', 'From a script', 'Sow', 'Mow'],
    })
  })
})
