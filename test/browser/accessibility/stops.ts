import type { Page } from 'playwright-core'
import { press } from './hands.ts'

export interface Stop {
  name: string
  isHidden: boolean
  /** Whether the focus was never there before. */
  isNew: boolean
}

/** What has the focus, and whether anything lies over all of it. */
export const stopNow = (page: Page) =>
  page.evaluate((): Stop | undefined => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    const { x, y, width, height } = element.getBoundingClientRect()
    const parts = [0.05, 0.25, 0.5, 0.75, 0.95]
    const isSeen = parts.some((right) =>
      parts.some((down) => element.contains(document.elementFromPoint(x + right * width, y + down * height))),
    )
    const wasVisited = element.dataset.visited !== undefined
    element.dataset.visited = 'true'
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return { name: name.slice(0, 40), isHidden: !isSeen, isNew: !wasVisited }
  })

export const mostStops = 60

/** Everything that Tab leads to, once around the page. */
export async function stopsOf(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-visited]')) element.removeAttribute('data-visited')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    getSelection()?.removeAllRanges()
  })
  const stops: Stop[] = []
  while (stops.length < mostStops) {
    await press(page, 'Tab')
    const stop = await stopNow(page)
    if (!stop?.isNew) break
    stops.push(stop)
  }
  return stops
}
