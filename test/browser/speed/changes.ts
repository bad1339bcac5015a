import type { Page } from 'playwright-core'
import { type Browsing, becomes, readyToDrag } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { boardOf, cards } from './boards.ts'

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

/** What the page changes when a person does something to one of many cards. */
export async function countChanges(browsing: Browsing, count: number): Promise<Record<string, number>> {
  const person = await browsing.inboard.signIn()
  const project = await boardOf(browsing, person, count)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await becomes(() => cards(page).count(), count)
  await readyToDrag(page)
  const focused = (text: string) =>
    becomes(() => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent), text)
  /** Until the feed has confirmed it. */
  const untilSaved = async (work: () => Promise<void>) => {
    const answered = page.waitForResponse('**/api/batch')
    await work()
    await answered
    await isSent(page, person.user.id)
  }
  const middleOf = async (index: number) => {
    const box = await cards(page).nth(index).boundingBox()
    if (!box) throw new Error('there is no card')
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }

  await cards(page).nth(0).click()
  return {
    'an arrow': await changesOf(page, async () => {
      await page.keyboard.press('ArrowDown')
      await focused('Card 2')
    }),
    'a move down': await changesOf(page, async () => {
      await untilSaved(() => page.keyboard.press('Shift+ArrowDown'))
      await focused('Card 2')
    }),
    'a move to the next column': await changesOf(page, async () => {
      await untilSaved(() => page.keyboard.press('Shift+ArrowRight'))
      await focused('Card 2')
    }),
    'a drag': await changesOf(page, async () => {
      await untilSaved(async () => {
        await page.mouse.move(...(await middleOf(0)))
        await page.mouse.down()
        for (const index of [1, 2, 3, 3]) await page.mouse.move(...(await middleOf(index)))
        await page.mouse.up()
      })
      await focused('Card 1')
    }),
  }
}
