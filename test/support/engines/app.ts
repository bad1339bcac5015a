import { expect } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { Waiting } from '../../../src/web/model/changes.ts'
import { type Board, inboxOf } from '../browsing/browsing.ts'
import { readStore } from '../browsing/disk.ts'
import { shownBoard } from '../browsing/shown.ts'
import type { Window } from './window.ts'

// Actions and checks in the app, for a window of any engine.

/** Waits until a window shows these cards. */
export const shows = (window: Window, board: Board) =>
  expect.poll(() => window.evaluate(shownBoard)).toEqual(board)

export const showsInbox = (window: Window, ...texts: string[]) => shows(window, { Inbox: texts })

/** Waits until the app announces this. */
export const says = (window: Window, text: string) =>
  expect.poll(() => window.evaluate(() => document.body.innerText)).toContain(text)

/** Waits until the server has these cards in the inbox. */
export const arrives = (client: Client, ...texts: string[]) =>
  expect.poll(() => inboxOf(client)).toEqual(texts)

export async function add(window: Window, text: string, column = 'Inbox'): Promise<void> {
  const field = `[aria-label="Add a card to ${column}"]`
  await expect.poll(() => window.evaluate((wanted) => !!document.querySelector(wanted), field)).toBe(true)
  await window.click(field)
  await window.type(text)
  await window.press('Enter')
}

/** A selector for the draggable part of a card. */
export const cardWith = (text: string) => `.card:has([aria-label="Complete ${text}"]) .text`

/** Waits until this many operations are in the outbox. */
export const waitsOnDisk = (window: Window, userId: string, count: number) =>
  expect.poll(() => window.evaluate(readStore<Waiting>, [userId, 'outbox'] as const)).toHaveLength(count)

/** Waits until the app can start offline. If its service worker could not be installed, the next page retries. */
export const isReadyForOffline = (window: Window) =>
  expect
    .poll(async () => {
      const isReady = await window.evaluate(() =>
        Promise.race([
          navigator.serviceWorker.ready.then(({ active }) => Boolean(active)),
          new Promise<boolean>((resolve) => setTimeout(resolve, 10_000, false)),
        ]),
      )
      if (!isReady) await window.reload()
      return isReady
    })
    .toBe(true)
