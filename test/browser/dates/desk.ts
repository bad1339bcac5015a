import type { Page } from 'playwright-core'
import { addDays, type Day, weekdayOf } from '../../../src/board/text/days.ts'
import { type Browsing, becomes, makeBoard, type OpenOptions } from '../../support/browsing/browsing.ts'
import { type Desk, lookAt } from '../../support/browsing/keys.ts'

/** Somebody before a board with these cards in “To do”. */
export async function sit(
  browsing: Browsing,
  cards: string[],
  options: OpenOptions = {},
): Promise<DatedDesk> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', { 'To do': cards })
  const desk = await lookAt(browsing, person, project, options)
  const today = await todayOf(desk.page)
  return {
    ...desk,
    today,
    after: (days) => after(today, days),
    async textsAre(texts) {
      await becomes(async () => {
        const { cards: all } = await desk.client.listProjectCards({ project_id: project.id })
        return all.map(({ text }) => text)
      }, texts)
    },
  }
}

export interface DatedDesk extends Desk {
  today: Day
  after: (days: number) => Day
  /** Waits until the server has these cards. */
  textsAre: (texts: string[]) => Promise<void>
}

export const after = (day: Day, days: number): Day => addDays(day, days) ?? ''

/** The next day with this number, Sunday being 0. Never today. */
export const next = (today: Day, weekday: number): Day =>
  after(today, ((weekday + 6 - weekdayOf(today)) % 7) + 1)

/** What day it is for the person. */
export const todayOf = (page: Page): Promise<Day> =>
  page.evaluate(() => {
    const now = new Date()
    const two = (part: number) => String(part).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  })

export const picker = (page: Page) => page.getByRole('dialog', { name: /^Date of/ })
export const words = (page: Page) => picker(page).getByRole('textbox', { name: 'Date in words' })
export const hint = (page: Page) => page.locator('.typed-date')

/** A day of the calendar, by its date. */
export async function dayButton(page: Page, day: Day) {
  const name = await page.evaluate(
    (iso) =>
      new Date(`${iso}T00:00Z`).toLocaleDateString('en', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }),
    day,
  )
  return picker(page).getByRole('button', { name, exact: true })
}

export const isClosed = (page: Page) => picker(page).waitFor({ state: 'detached' })

/** Waits until a card has the focus whose text, with what is drawn for its marks, begins so. */
export const cardHasFocus = (page: Page, text: string) =>
  page
    .locator('.card:focus')
    .filter({ hasText: new RegExp(`^${text}`) })
    .waitFor()
