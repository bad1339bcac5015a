import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, composer, edit, editor } from '../../support/browsing/boards.ts'
import { type Browsing, becomes } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { openTwo } from './two-tabs.ts'

/** Tests of where drafts are found again, in a browser in which a script runs first, if there is one. */
export function testDrafts(browsing: Browsing, script?: () => void): void {
  test('come back in their tab, and in no other that is open', async () => {
    const { person, one, other } = await openTwo(browsing, script)
    await composer(one, 'To do').fill('In one')
    await composer(other, 'To do').fill('In the other')
    for (const tab of [one, other]) await adopting(tab, person, () => tab.reload())
    await becomes(() => composer(one, 'To do').inputValue(), 'In one')
    await becomes(() => composer(other, 'To do').inputValue(), 'In the other')
  })

  test('of a tab that is closed go to the next one that is opened, and those of an open one do not', async () => {
    const { person, one, other } = await openTwo(browsing, script)
    await composer(one, 'To do').fill('In one')
    await composer(other, 'Doing').fill('Left behind')
    await edit(other, 'Weed', 'Weed the beds')
    // At times the browser takes the focus from a tab before it closes it, and that would save the text.
    await other.evaluate(() => addEventListener('focusout', (event) => event.stopPropagation(), true))
    await other.close()
    const next = await one.context().newPage()
    await becomes(async () => {
      // A browser takes a moment to let go of what a closed tab had.
      await adopting(one, person, () => next.goto(one.url()))
      return await composer(next, 'Doing').inputValue()
    }, 'Left behind')
    await card(next, 'Weed').dblclick()
    await becomes(() => editor(next).inputValue(), 'Weed the beds')
    expect(await composer(one, 'Doing').inputValue()).toBe('')
    expect(await composer(next, 'To do').inputValue()).toBe('')
    await one.reload()
    await becomes(() => composer(one, 'To do').inputValue(), 'In one')
  })

  test('stay with the tab that others are duplicated from', async () => {
    const { person, one } = await openTwo(browsing, script)
    await composer(one, 'To do').fill('In one')
    const name = await nameOf(one)
    const next = await one.context().newPage()
    await next.addInitScript(waitForAnswers)
    await next.goto(`${browsing.appUrl}/healthz`)
    await next.evaluate((taken) => sessionStorage.setItem('inboard.tab', taken), name)
    await next.goto(one.url())
    await card(next, 'Weed').waitFor()
    await becomes(async () => (await nameOf(next)) !== name, true)
    await becomes(() => composer(next, 'To do').inputValue(), '')
    await composer(next, 'To do').fill('In the duplicate')
    for (const tab of [one, next]) await adopting(tab, person, () => tab.reload())
    await becomes(() => composer(one, 'To do').inputValue(), 'In one')
    await becomes(() => composer(next, 'To do').inputValue(), 'In the duplicate')
  })
}

/** Where tabs answer each other, one that is new waits for a second: too short for a busy machine. */
function waitForAnswers(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') return
  const wait = globalThis.setTimeout
  const waitLonger = (act: TimerHandler, milliseconds?: number) =>
    wait(act, milliseconds === 1000 ? 60_000 : milliseconds)
  Object.assign(globalThis, { setTimeout: waitLonger })
}

const nameOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('inboard.tab') ?? '')

/**
 * Waits until a tab that is opened has adopted what it may, or it would find the next one amid a reload and take it for closed.
 * The draft of a closed tab tells: it is put down by one that has the board open.
 */
async function adopting(one: Page, { user }: SignedIn, open: () => Promise<unknown>): Promise<void> {
  const left = `inboard.draft.${user.id}.${crypto.randomUUID()}.new.${crypto.randomUUID()}`
  await one.evaluate((key) => localStorage.setItem(key, '{"text":"Old"}'), left)
  await open()
  await becomes(() => one.evaluate((key) => localStorage.getItem(key), left), null)
}
