import type { Page } from 'playwright-core'
import { cards } from './boards.ts'

// In milliseconds, as the page itself sees it.

/** The time from asking for the page until so many cards are there and drawn. */
export const drawnWith = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    (all) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelectorAll('.card').length === all)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          else requestAnimationFrame(look)
        }
        look()
      }),
    count,
  )

/** The time from a key until what it changed is drawn: of some presses, that of the middle one. */
export async function timeOf(page: Page, keys: string, presses: number): Promise<number> {
  await cards(page).nth(3).click()
  const times: number[] = []
  for (let press = 0; press < presses; press++) {
    const watch = await page.evaluateHandle(() => ({
      time: new Promise<number>((resolve) => {
        let start = 0
        const pressed = ({ key }: KeyboardEvent) => {
          if (key === 'Shift') return
          removeEventListener('keydown', pressed, true)
          start = performance.now()
          // A move is drawn once it is on the disk, a step at once.
          const observer = new MutationObserver(() => {
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
          })
          observer.observe(document.querySelector('main') ?? document.body, {
            subtree: true,
            childList: true,
            attributes: true,
          })
        }
        addEventListener('keydown', pressed, true)
      }),
    }))
    await page.keyboard.press(keys)
    times.push(await watch.evaluate(({ time }) => time))
  }
  return times.sort((one, other) => one - other)[presses >> 1] ?? 0
}
