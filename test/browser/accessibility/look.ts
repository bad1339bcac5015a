import type { Page } from 'playwright-core'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { smallTargets, useFinger } from '../../support/browsing/targets.ts'
import type { State } from './room.ts'

const everyWidth = [320, 768, 1280]
const height = 800

/** By how many pixels the page is wider than its window. */
export const excessWidth = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.querySelector('#main')].map((element) =>
        element ? element.scrollWidth - element.clientWidth : 0,
      ),
    ),
  )

async function widen(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width === width) return
  await page.setViewportSize({ width, height })
  // Now and then a busy Chromium draws nothing more once it was resized, and whoever waits for a frame waits for ever.
  while (!(await draws(page)))
    for (const more of [1, 0]) await page.setViewportSize({ width, height: height + more })
}

const draws = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true))
        setTimeout(resolve, 5000, false)
      }),
  )

async function excess(page: Page, where: string): Promise<string[]> {
  const pixels = await excessWidth(page)
  return pixels > 0 ? [`${where}: ${pixels} px too wide`] : []
}

/** What axe objects to where there is most to see. */
export async function glanceAt(page: Page, { widths = everyWidth, repetition }: State): Promise<string[]> {
  await widen(page, Math.max(...widths))
  return await objectionsTo(page, 'everything', repetition)
}

/** Whether it fits where there is least room. */
export async function squeeze(page: Page, { widths = everyWidth }: State): Promise<string[]> {
  const narrowest = Math.min(...widths)
  await widen(page, narrowest)
  const found = await excess(page, `${narrowest} px`)
  await widen(page, Math.max(...widths))
  return found
}

/** How a state is looked at: at which width, in which theme, and for what. */
interface View {
  width: number
  colorScheme: 'light' | 'dark'
  axe?: 'everything' | 'appearance'
}

/** Widths change what there is, and themes change colours: each is seen once, and all combinations where it is shared. */
const viewsOf = ({ widths = everyWidth, thorough }: State): View[] =>
  widths.flatMap((width): View[] => {
    const light = { width, colorScheme: 'light' } as const
    const dark = { width, colorScheme: 'dark' } as const
    if (thorough || widths.length === 1)
      return [
        { ...light, axe: 'everything' },
        { ...dark, axe: 'appearance' },
      ]
    if (width === widths[0]) return [{ ...light, axe: 'everything' }]
    if (width === widths.at(-1)) return [{ ...dark, axe: 'appearance' }]
    return [light]
  })

/** In light and dark, narrow and wide, and for a finger. */
export async function examine(page: Page, state: State, hasTouch = false): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme, axe } of viewsOf(state)) {
    await widen(page, width)
    await page.emulateMedia({ colorScheme })
    const where = `${colorScheme}, ${width} px`
    if (axe) found.push(...(await objectionsTo(page, axe)).map((objection) => `${where}: ${objection}`))
    found.push(...(await excess(page, where)))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const putAside = hasTouch ? undefined : await useFinger(page)
  found.push(...(await smallTargets(page)), ...(await excess(page, 'for a finger')))
  await putAside?.()
  return found
}
