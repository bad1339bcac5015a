import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import { type Browsing, becomes, makeBoard, startBrowsing } from '../support/browsing.ts'
import type { SignedIn } from '../support/inboard.ts'

let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing?.stop())

const cards = (page: Page) => page.getByRole('main').getByRole('listitem')

/** A board with many cards in its first column and some in the second. */
async function boardOf(person: SignedIn, count: number): Promise<Project> {
  const project = await makeBoard(person.client, `${count} cards`)
  const { statuses } = await person.client.listStatuses({ project_id: project.id })
  const now = new Date().toISOString()
  await browsing.inboard.world.db.transaction(async (tx) => {
    for (let position = 0; position < count; position++) {
      const { id: status } = statuses[position < count * 0.8 ? 0 : 1] ?? { id: '' }
      await tx.run`
        insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at)
        values (${crypto.randomUUID()}, ${person.user.id}, ${project.id}, ${status}, ${`Card ${position + 1}`}, 0,
          ${position}, ${now}, ${now})`
    }
  })
  return project
}

/** How long it takes from asking for the page until the last card is there and drawn. */
async function openingOf(page: Page, project: Project, count: number): Promise<number> {
  await page.goto(`${browsing.appUrl}/projects/${project.id}`)
  return await page.evaluate(
    (all) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelectorAll('.card').length === all)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          else requestAnimationFrame(look)
        }
        look()
      }),
    count,
  )
}

interface Frames {
  p50: number
  p95: number
  max: number
  /** Of those that took more than twice the time of a frame at 60 Hz. */
  late: number
  count: number
}

/** The time between frames while a card is carried about for two seconds. */
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
          if (now - (times[0] ?? now) < 2000) requestAnimationFrame(tick)
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

/** The time from a key until what it changed is drawn, for each of some presses. The middle one. */
async function stepOf(page: Page, key: string, presses: number): Promise<number> {
  await cards(page).nth(3).click()
  await page.evaluate((name) => {
    const times: number[] = []
    Object.assign(window, { times })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== name) return
        const start = performance.now()
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)))
      },
      true,
    )
  }, key)
  for (let press = 1; press <= presses; press++) {
    await page.keyboard.press(key)
    await page.waitForFunction((count) => (window as { times?: number[] }).times?.length === count, press)
  }
  const times = await page.evaluate(() => (window as { times?: number[] }).times ?? [])
  return times.sort((one, other) => one - other)[times.length >> 1] ?? 0
}

/** How many nodes are added, removed, or changed in some way while something is done. */
async function changesOf(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const seen: MutationRecord[] = []
    const observer = new MutationObserver((records) => seen.push(...records))
    const main = document.querySelector('main')
    if (main)
      observer.observe(main, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { seen, observer })
  })
  await work()
  return await page.evaluate(() => {
    const { seen, observer } = window as unknown as { seen: MutationRecord[]; observer: MutationObserver }
    seen.push(...observer.takeRecords())
    observer.disconnect()
    return seen.reduce(
      (sum, { type, addedNodes, removedNodes }) =>
        sum + (type === 'childList' ? addedNodes.length + removedNodes.length : 1),
      0,
    )
  })
}

test('a board of 1,000 cards opens and drags as a board of 10 does', async () => {
  const person = await browsing.inboard.signIn()
  const figures = []
  for (const count of [10, 1000]) {
    const project = await boardOf(person, count)
    const page = await browsing.open('/', { person })
    const opening = await openingOf(page, project, count)
    expect(await cards(page).count()).toBe(count)
    const frames = await framesOfDrag(page)
    const step = await stepOf(page, 'ArrowDown', 9)
    const move = await stepOf(page, 'ArrowUp', 3)
    figures.push({ count, opening, frames, step, move })
    await page.context().close()
  }
  const [small, large] = figures
  if (!small || !large) throw new Error('nothing was measured')
  for (const { count, opening, frames, step } of figures) {
    const { p50, p95, max, late, count: all } = frames
    const ms = (time: number) => `${time.toFixed(1)} ms`
    console.log(
      `${count} cards: open in ${ms(opening)}; a key in ${ms(step)}; frames of a drag: ` +
        `half within ${ms(p50)}, 95 % within ${ms(p95)}, all within ${ms(max)}, ${late} of ${all} late`,
    )
  }
  // The same machine, a moment later: only what grows with the board can make a difference of this size.
  expect(large.frames.p50).toBeLessThan(4 * small.frames.p50)
  expect(browsing.complaints).toEqual([])
})

test('what a person does to one card of 1,000 changes only that card on the page', async () => {
  const person = await browsing.inboard.signIn()
  const project = await boardOf(person, 1000)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await becomes(() => cards(page).count(), 1000)
  const focused = (text: string) =>
    becomes(() => page.evaluate(() => document.activeElement?.querySelector('p')?.textContent), text)
  const saved = () => becomes(() => page.getByText('Moved “Card').count(), 1)

  await cards(page).nth(0).click()
  const counts = {
    arrow: await changesOf(page, async () => {
      await page.keyboard.press('ArrowDown')
      await focused('Card 2')
    }),
    'a step down': await changesOf(page, async () => {
      const answered = page.waitForResponse('**/api/cards/order')
      await page.keyboard.press('Shift+ArrowDown')
      await answered
      await saved()
      await focused('Card 2')
    }),
    'a move to the next column': await changesOf(page, async () => {
      const answered = page.waitForResponse('**/api/cards/order')
      await page.keyboard.press('Shift+ArrowRight')
      await answered
      await focused('Card 2')
    }),
  }
  console.log('changes in the page:', counts)
  for (const count of Object.values(counts)) expect(count).toBeLessThan(60)
  expect(browsing.complaints).toEqual([])
})
