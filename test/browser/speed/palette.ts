import type { Page } from 'playwright-core'
import { type Browsing, becomes } from '../../support/browsing/browsing.ts'
import { boardOf } from './boards.ts'

/** What the page computes for one input until the next frame is drawn, in milliseconds of its processor. */
interface Work {
  /** To open the palette. */
  opening: number
  /** For a key in it. */
  key: number
}

const onBoard = 100
const boards = 9
const words = 'card 99'

/** The medians of some rounds, for an account of this many cards, 100 of them on the board. */
export async function workOfPalette(browsing: Browsing, count: number): Promise<Work> {
  const person = await browsing.inboard.signIn()
  const project = await boardOf(browsing, person, onBoard)
  const onEach = (count - onBoard) / boards
  for (let n = 0; n < boards; n++) await boardOf(browsing, person, onEach)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  const read = (cards: number) =>
    page.getByRole('navigation').getByText(`of ${cards.toLocaleString('en')} open`, { exact: true })
  await becomes(async () => (await read(onEach).count()) >= boards, true)
  const workOf = await meter(page)
  const [openings, keys]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    openings.push(await workOf('Control+k'))
    for (const key of words) keys.push(await workOf(key))
    for (const _ of words) keys.push(await workOf('Backspace'))
    await page.keyboard.press('Escape')
  }
  return { opening: median(openings), key: median(keys) }
}

const median = (times: number[]) => times.sort((one, other) => one - other)[times.length >> 1] ?? 0

async function meter(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  // Of the processor: a busy machine makes no difference.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  return async (key: string) => {
    const before = await worked()
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    return (await worked()) - before
  }
}
