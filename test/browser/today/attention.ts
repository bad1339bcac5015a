import type { Page } from 'playwright-core'
import { addDays, dayIn } from '../../../src/board/text/days.ts'
import { addCards, type Browsing, makeBoard, type OpenOptions } from '../../support/browsing/browsing.ts'

/** A mark for a day that is so many days from today. */
export const due = (days: number, more = '') => `due:${addDays(dayIn(new Date()), days)}${more}`

/** A person with two projects and an inbox, on the page of today. */
export async function lookAtToday(browsing: Browsing, options: OpenOptions = {}) {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const garden = await makeBoard(client, 'Garden', {
    'To do': [`Water ${due(0)}`, `Order ${due(3)}`, 'Sow'],
    Doing: ['Compost', `Weed ${due(-2)}`],
    Done: ['Dig'],
  })
  const house = await makeBoard(client, 'House', { Doing: ['Paint'] })
  await addCards(client, '/api/inbox/cards', [`Rent ${due(0)}`, 'Milk'])
  const page = await browsing.open('/today', { person, ...options })
  return { person, client, garden, house, page }
}

/** The first word of each card, by the heading of its part. */
export const partsOn = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.today section')].map((part) => [
        part.querySelector('h2')?.textContent?.replace(/\s*\d.*$/, '') ?? '',
        [...part.querySelectorAll('.card [id^="title-"]')].map(
          ({ textContent }) => textContent?.split(' ')[0] ?? '',
        ),
      ]),
    ),
  )

/** A card, and its checkbox, by its first word: how a date is shown is not what is tested here. */
export const cardNamed = (page: Page, word: string) =>
  page.getByRole('listitem', { name: new RegExp(`^${word}\\b`) })
export const tickNamed = (page: Page, word: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Complete ${word}\\b`) })

/** What the sidebar says beside Today. */
export const countOfToday = (page: Page) =>
  page.locator('#sidebar a[href="/today"] .count').evaluateAll(([count]) => count?.textContent ?? '')
