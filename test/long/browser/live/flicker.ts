import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookAt } from '../../../browser/live/meddling.ts'
import { add, boardIs, card, tick } from '../../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOn, intercept } from '../../../support/browsing/browsing.ts'
import { isSent } from '../../../support/browsing/store.ts'

/** Notes every state in which the board is drawn. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const look = () =>
      [...document.querySelectorAll('section.column')]
        .map((column) =>
          [...column.querySelectorAll('.card')]
            .map((one) => `${one.querySelector('.text')?.textContent}${one.matches('.complete') ? '✓' : ''}`)
            .join(),
        )
        .join('|')
    const states = [look()]
    Object.assign(globalThis, { states })
    new MutationObserver(() => {
      const now = look()
      if (now !== states.at(-1)) states.push(now)
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
const states = (page: Page) => page.evaluate(() => (globalThis as unknown as { states: string[] }).states)

/** In milliseconds: longer than the app waits for more of the stream. */
const late = 200

/** So that a tab knows of what is on the disk before it is told. */
function hearOfChangesLate(milliseconds: number): void {
  const { set } = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage') ?? {}
  Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
    set(hear: (event: MessageEvent) => void) {
      const hearLater = (event: MessageEvent) =>
        event.data.is === 'changes' ? setTimeout(hear, milliseconds, event) : hear(event)
      set?.call(this, hearLater)
    },
  })
}

/** Two tabs draw no state twice while what matches this is slow. */
export async function doesNotFlicker(browsing: Browsing, slow: string): Promise<void> {
  const { page, project, client, user } = await lookAt(browsing, { 'To do': ['Weed', 'Water', 'Sow'] })
  await intercept(page, slow, async (route) => {
    // A stream has no end to wait for.
    const response = route.request().url().includes('/api/events') ? undefined : await route.fetch()
    await pause(late)
    await (response ? route.fulfill({ response }) : route.continue())
  })
  // So that the stream is opened anew, through what is slow.
  if (slow !== '**/api/batch') await page.reload()
  const other = await page.context().newPage()
  await other.addInitScript(hearOfChangesLate, late)
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await card(tab, 'Weed').waitFor()
    await watch(tab)
  }
  await page.bringToFront()
  const press = async (text: string, key: string) => {
    await card(page, text).focus()
    await page.keyboard.press(key)
  }
  await press('Weed', 'Shift+ArrowDown')
  await press('Weed', 'Shift+ArrowRight')
  await add(page, 'Mow', 'To do')
  await add(page, 'Rake', 'To do')
  await press('Mow', 'Shift+ArrowRight')
  await press('Mow', 'Shift+ArrowRight')
  await tick(page, 'Sow').click()
  await press('Rake', 'Shift+ArrowUp')
  await press('Water', 'Delete')
  await boardIs(page, client, project, { 'To do': ['Rake', 'Sow'], Doing: ['Weed'], Done: ['Mow'] })
  await isSent(page, user.id)
  await client.addProjectCard({ project_id: project.id, text: 'From a script' })
  for (const tab of [page, other]) {
    await becomes(async () => (await boardOn(tab))['To do']?.at(-1), 'From a script')
    const seen = await states(tab)
    // The other tab hears of changes once they are confirmed, often of several together.
    expect(seen.length).toBeGreaterThan(tab === page ? 5 : 2)
    expect(seen).toEqual([...new Set(seen)])
  }
}
