import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { goTo } from './hands.ts'
import { glanceAt, squeeze } from './look.ts'
import { pathOf, type Scene, type State } from './room.ts'
import { rooms } from './rooms.ts'

const browsing = browseInTests()

/** From one state to where the next one begins. */
async function lead(page: Page, from: State | undefined, to: State, scene: Scene): Promise<void> {
  const path = pathOf(to, scene)
  if (from?.leave) {
    await from.leave(page)
    if (path === pathOf(from, scene)) return
    if (!path.includes('?')) return await goTo(page, path)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await page.goto(browsing.appUrl + path)
}

const everyday = rooms
  .map((room) => ({ ...room, states: room.states.filter(({ rare }) => !rare) }))
  .filter(({ states }) => states.length > 0)

test.each(everyday)('axe objects to nothing, and nothing is cut off: $what', async (room) => {
  const scene = { browsing, ...(await room.prepare(browsing)) }
  const { person, path } = scene
  const page = await browsing.open(path, { ...room.options, ...(person && { person }) })
  // Colours on their way from one theme to the other are neither.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  let last: State | undefined
  for (const state of room.states) {
    if (last || pathOf(state, scene) !== path) await lead(page, last, state, scene)
    await state.reach(page, scene)
    const objections = await glanceAt(page, state)
    // Once in each room; the long tests do so in every state.
    if (!last) objections.push(...(await squeeze(page, state)))
    found.push(...objections.map((objection) => `${state.what}: ${objection}`))
    last = state
  }
  expect(found).toEqual([])
})
