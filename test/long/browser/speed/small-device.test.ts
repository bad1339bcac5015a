import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boardOf } from '../../../browser/speed/boards.ts'
import { drawnWith, timeOf } from '../../../browser/speed/drawing.ts'
import { composer } from '../../../support/browsing/boards.ts'
import { isSent } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

/** How much slower the processor of a cheap phone is than that of a computer, as Chromium's own tools have it. */
const slower = 6

/** In milliseconds. */
interface Times {
  'first visit, until the board is drawn': number
  'first visit, until all is on the device': number
  'next start, until the board is drawn': number
  'a key typed, until it is drawn (median)': number
  'a key typed, until it is drawn (slowest of 20)': number
  'a card moved, until it is drawn': number
}

test('an account of 10,000 cards can be used on a small device', async () => {
  const small = await timesWith(100)
  const large = await timesWith(10_000)
  console.log(`With a processor ${slower} times slower, in milliseconds (of 100 cards | of 10,000 | ratio):`)
  for (const what of Object.keys(small) as (keyof Times)[])
    console.log(
      `  ${what}: ${small[what].toFixed()} | ${large[what].toFixed()} | ${(large[what] / small[what]).toFixed(1)}`,
    )
  // A board shows what it has, however much is elsewhere; so a hundred times as many cards take nothing like a hundred times as long.
  const median = 'a key typed, until it is drawn (median)'
  expect(large[median] / small[median]).toBeLessThan(10)
})

/** The board has 100 cards; the others are in ten more projects. */
async function timesWith(count: number): Promise<Times> {
  const person = await browsing.inboard.signIn()
  const onBoard = 100
  const project = await boardOf(browsing, person, onBoard)
  for (let n = 0; n < 10 && count > onBoard; n++) await boardOf(browsing, person, (count - onBoard) / 10)
  const page = await browsing.open('/sw.js', { person })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const path = `${browsing.appUrl}/projects/${project.id}`

  await page.goto(path)
  const first = await drawnWith(page, onBoard)
  const whole = await keptWith(page, person.user.id, count)
  await page.reload()
  const next = await drawnWith(page, onBoard)

  await composer(page, 'Done').click()
  const keys: number[] = []
  for (const key of 'Water the tomatoes!!') keys.push(await drawnAfter(page, () => page.keyboard.press(key)))
  keys.sort((a, b) => a - b)
  await page.keyboard.press('Escape')
  const move = await timeOf(page, 'Shift+ArrowDown', 3)
  await isSent(page, person.user.id)
  return {
    'first visit, until the board is drawn': first,
    'first visit, until all is on the device': whole,
    'next start, until the board is drawn': next,
    'a key typed, until it is drawn (median)': keys[10] ?? 0,
    'a key typed, until it is drawn (slowest of 20)': keys[19] ?? 0,
    'a card moved, until it is drawn': move,
  }
}

/** The time from asking for the page until so many cards are on the device. */
const keptWith = (page: Page, userId: string, count: number): Promise<number> =>
  page.evaluate(
    ([name, all]) =>
      new Promise((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const look = () => {
            const counting = opening.result.transaction('cards').objectStore('cards').count()
            counting.onsuccess = () =>
              counting.result === all ? resolve(performance.now()) : setTimeout(look, 100)
          }
          look()
        }
      }),
    [`inboard.${userId}`, count] as const,
  )

/** The time from the next key until whatever it does is drawn, as the page itself sees it. */
async function drawnAfter(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const measured = new Promise<number>((resolve) => {
      const look = ({ timeStamp }: Event) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
      addEventListener('keydown', look, { once: true, capture: true })
    })
    Object.assign(globalThis, { measured })
  })
  await press()
  return await page.evaluate(() => (globalThis as unknown as { measured: Promise<number> }).measured)
}
