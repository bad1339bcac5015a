import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { add, boardIs, card } from '../../support/browsing/boards.ts'
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

const leads = (tab: Page, userId: string) =>
  tab.evaluate(
    (name) =>
      navigator.locks.request(crypto.randomUUID(), async (mine) => {
        const { held = [] } = await navigator.locks.query()
        const holder = (lock?: string) => held.find((one) => one.name === lock)?.clientId
        return holder(name) === holder(mine?.name)
      }),
    `inboard.${userId}`,
  )

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

  test('and when it is closed before it has told the others of a change, the next one does', async () => {
    const { person, one, other } = await openTwo(browsing)
    const third = await one.context().newPage()
    await third.goto(one.url())
    const tabs = [one, other, third]
    for (const tab of tabs) {
      // Once one has read the bin, all read everything from the disk.
      await intercept(tab, /\/api\/(batch|bin)/, (route) => route.abort())
      await becomes(() => boardOn(tab), { ...board, Done: [] })
    }
    const leading = await Promise.all(tabs.map((tab) => leads(tab, person.user.id)))
    const leader = tabs[leading.indexOf(true)] ?? one
    await leader.evaluate(() => {
      const wait = globalThis.setTimeout
      const forget = (act: TimerHandler, milliseconds?: number) =>
        milliseconds === 300 ? 0 : wait(act, milliseconds)
      Object.assign(globalThis, { setTimeout: forget })
    })
    await add(leader, 'Sow', 'To do')
    await becomes(async () => (await boardOn(leader))['To do']?.at(-1), 'Sow')
    await leader.close()
    for (const tab of tabs.filter((tab) => tab !== leader))
      await becomes(async () => (await boardOn(tab))['To do']?.at(-1), 'Sow')
  })

  test('and a change that it says is confirmed stays in the other until that has the state with it', async () => {
    const { person, project, one, other } = await openTwo(browsing)
    for (const tab of [one, other]) await intercept(tab, '**/api/batch', (route) => route.abort())
    await add(other, 'Sow', 'To do')
    await becomes(async () => (await boardOn(one))['To do']?.at(-1), 'Sow')
    const [sowing] = await outboxIn(other, person.user.id)
    const sow = await card(other, 'Sow').elementHandle()
    const wasGone = await other.evaluateHandle((element) => {
      const seen = { gone: false }
      new MutationObserver(() => {
        seen.gone ||= !element?.isConnected
      }).observe(document.body, { childList: true, subtree: true })
      return seen
    }, sow)
    await one.evaluate(
      ([name, n]) => {
        const news = { is: 'changes', since: 5_000, pages: [], confirmed: [n] }
        new BroadcastChannel(name).postMessage(news)
      },
      [`inboard.${person.user.id}`, sowing?.n] as const,
    )
    await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
    await card(other, 'From a script').waitFor()
    expect(await wasGone.jsonValue()).toEqual({ gone: false })
  })
})
