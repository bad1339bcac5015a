import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Project } from '../../../../src/contract/project.ts'
import { boardOf, cards } from '../../../browser/speed/boards.ts'
import { drawnWith, timeOf } from '../../../browser/speed/drawing.ts'
import { becomes, readyToDrag } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

/** How long it takes from asking for the page until the last card is there and drawn. */
async function openingOf(page: Page, project: Project, count: number): Promise<number> {
  await page.goto(`${browsing.appUrl}/projects/${project.id}`)
  return await drawnWith(page, count)
}

interface Frames {
  p50: number
  p95: number
  max: number
  /** Of those that took more than twice the time of a frame at 60 Hz. */
  late: number
  count: number
}

/** The time between frames while a card is carried about for a second. */
async function framesOfDrag(page: Page): Promise<Frames> {
  const box = await cards(page).nth(2).boundingBox()
  if (!box) throw new Error('there is no card')
  const x = box.x + box.width / 2
  await page.mouse.move(x, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 8, box.y + box.height)
  await page.locator('.dragged').waitFor()
  const measured = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const tick = (now: number) => {
          times.push(now)
          if (now - (times[0] ?? now) < 1000) requestAnimationFrame(tick)
          else resolve(times)
        }
        requestAnimationFrame(tick)
      }),
  )
  let isMeasured = false
  measured.finally(() => {
    isMeasured = true
  })
  // Up and down, and over to the next column and back.
  for (let step = 0; !isMeasured; step++)
    await page.mouse.move(x + (Math.floor(step / 40) % 2) * 340, box.y + 150 + 140 * Math.sin(step / 6))
  const times = await measured
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await becomes(() => page.locator('.dragged').count(), 0)
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time))
  frames.sort((one, other) => one - other)
  const at = (part: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))] ?? 0
  return {
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
    late: frames.filter((time) => time > 2 * (1000 / 60)).length,
    count: frames.length,
  }
}

test('a board of 1,000 cards opens and drags as a board of 10 does', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/docs', { person })
  const figures = []
  for (const count of [10, 1000]) {
    const project = await boardOf(browsing, person, count)
    const opening = await openingOf(page, project, count)
    expect(await cards(page).count()).toBe(count)
    await readyToDrag(page)
    // The better of two: the first one may fall into the time in which a new page is stored.
    const drags = [await framesOfDrag(page), await framesOfDrag(page)]
    const frames = drags.reduce((one, other) => (other.p50 < one.p50 ? other : one))
    const step = await timeOf(page, 'ArrowDown', 3)
    const move = await timeOf(page, 'Shift+ArrowDown', 3)
    figures.push({ count, opening, frames, step, move })
  }
  const [small, large] = figures
  if (!small || !large) throw new Error('nothing was measured')
  for (const { count, opening, frames, step, move } of figures) {
    const { p50, p95, max, late, count: all } = frames
    const ms = (time: number) => `${time.toFixed(1)} ms`
    console.log(
      `${count} cards: open in ${ms(opening)}; a step in ${ms(step)}, a move in ${ms(move)}; frames of a drag: ` +
        `half within ${ms(p50)}, 95 % within ${ms(p95)}, all within ${ms(max)}, ${late} of ${all} late`,
    )
  }
  // The same machine, a moment later: only what grows with the board can make a difference of this size.
  expect(large.frames.p50).toBeLessThan(4 * small.frames.p50)
})

test('a second start does not wait for the network', async () => {
  const person = await browsing.inboard.signIn()
  const project = await boardOf(browsing, person, 200)
  // A page of the same server that is not the app's, so that the app begins with nothing.
  const page = await browsing.open('/docs', { person, worker: true })
  const network = await page.context().newCDPSession(page)
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...unlimited, latency: 400 })
  const first = await openingOf(page, project, 200)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const others: number[] = []
  for (let start = 0; start < 3; start++) others.push(await openingOf(page, project, 200))
  const [, second = 0] = others.sort((one, other) => one - other)
  console.log(
    `200 cards at 400 ms of latency: first start ${first.toFixed(0)} ms, second ${second.toFixed(0)} ms, ` +
      `which is ${(second / first).toFixed(2)} of it`,
  )
  expect(second).toBeLessThan(first)
})
