import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { card, heading } from '../../support/browsing/boards.ts'
import { isSettled, lengthOf } from './visit.ts'

export interface Opening {
  what: string
  open(page: Page): Promise<unknown>
  /** What is there while it is open. */
  seen(page: Page): Locator
}

/** Back closes each of these once, and then leaves the page of the visit. */
export async function closesAndLeaves(page: Page, openings: Opening[]): Promise<void> {
  const before = await lengthOf(page)
  for (const opening of openings)
    await closes(page, opening).catch((error: Error) => {
      throw new Error(`${opening.what}: ${error.message}`)
    })
  // One more, which is ahead.
  expect(await lengthOf(page)).toBe(before + 1)
  await page.goBack()
  await heading(page, 'Settings').waitFor()
  await page.goForward()
  await card(page, 'Weed').waitFor()
}

async function closes(page: Page, { open, seen }: Opening): Promise<void> {
  const board = page.url()
  await open(page)
  await seen(page).waitFor()
  await page.goBack()
  await seen(page).waitFor({ state: 'hidden' })
  expect(page.url()).toBe(board)
  // What was closed is not opened again.
  await page.goForward()
  await isSettled(page)
  expect(await seen(page).isVisible()).toBe(false)

  // What was closed otherwise leaves nothing for Back to close.
  const length = await lengthOf(page)
  for (let times = 0; times < 2; times++) {
    await open(page)
    await seen(page).waitFor()
    await page.keyboard.press('Escape')
    await seen(page).waitFor({ state: 'hidden' })
    await isSettled(page)
  }
  expect(await lengthOf(page)).toBe(length)
}
