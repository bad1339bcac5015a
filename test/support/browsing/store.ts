import type { Page, Route } from 'playwright-core'
import type { Refused, Waiting } from '../../../src/web/state/changes.ts'
import { eventually } from '../service/inboard.ts'
import { becomes, comeBack, intercept } from './browsing.ts'
import { deleteStore, readStore } from './disk.ts'

// What a browser keeps of an account, and what it sends.

/** Everything in one part of an account's database on this device. */
export const storedIn = <Thing>(page: Page, userId: string, part: string): Promise<Thing[]> =>
  page.evaluate(readStore<Thing>, [userId, part] as const)

/** The operations that are still to be sent, or not yet confirmed by the feed. */
export const outboxIn = (page: Page, userId: string) => storedIn<Waiting>(page, userId, 'outbox')
export const refusedIn = (page: Page, userId: string) => storedIn<Refused>(page, userId, 'refused')

/** Writes rows to a part of an account's database, as another version might: new ones, or others in place of those that are there. */
export const putIn = (
  page: Page,
  userId: string,
  part: 'outbox' | 'refused',
  rows: object[],
): Promise<void> =>
  page.evaluate(
    ([name, store, values]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const tx = opening.result.transaction(store, 'readwrite')
          for (const value of values) tx.objectStore(store).put(value)
          tx.onabort = () => reject(tx.error)
          tx.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    [`inboard.${userId}`, part, rows] as const,
  )

/** Waits until the outbox on this device is empty. */
export const isSent = (page: Page, userId: string) =>
  becomes(async () => (await outboxIn(page, userId)).map(({ operation }) => operation.kind), [])

/** Waits until one operation has been refused for good, and tells how. */
export const refusalIn = (page: Page, userId: string) =>
  eventually(async () => (await refusedIn(page, userId))[0], 'a refusal')

/** The names of the databases of accounts on this device. */
export const databasesIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .flatMap(({ name = '' }) => (name.startsWith('inboard.') ? [name] : []))
      .sort(),
  )

/** As on a first visit: nothing of the account is on this device. */
export const forgetAccount = (page: Page, userId: string): Promise<void> => page.evaluate(deleteStore, userId)

/** A disk that writes nothing of an account until the test says so. */
export async function holdDisk(page: Page, userId: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const outbox = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
          const state = { isHeld: true }
          Object.assign(globalThis, { disk: state })
          // A transaction lasts for as long as it is asked for something.
          const ask = () => {
            if (!state.isHeld) return opening.result.close()
            outbox.count().onsuccess = ask
          }
          outbox.count().onsuccess = () => {
            resolve()
            ask()
          }
        }
      }),
    `inboard.${userId}`,
  )
  return () =>
    page.evaluate(() => {
      ;(globalThis as unknown as { disk: { isHeld: boolean } }).disk.isHeld = false
    })
}

/** Holds what the page sends until the test says, batch by batch, what becomes of it. */
export async function holdBatches(page: Page) {
  const held: Route[] = []
  let isOver = false
  await intercept(page, '**/api/batch', (route) => (isOver ? route.continue() : void held.push(route)))
  const next = async () => (await eventually(() => held.shift(), 'a batch')) as Route
  return {
    async succeed() {
      await (await next()).continue()
    },
    async fail() {
      await busy(await next())
    },
    /** The server has it, and the answer is lost on the way. */
    async lose() {
      const route = await next()
      await route.fetch()
      await route.abort('connectionreset')
    },
    /** Lets everything through from now on. */
    async letGo() {
      isOver = true
      for (const route of held.splice(0)) await route.continue()
    },
  }
}

export const busy = (route: Route) => problem(route, 503, 'unavailable')

export const problem = (route: Route, status: number, code: string, more: object = {}) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: {
      type: 'about:blank',
      title: 'Trouble',
      status,
      code,
      detail: 'In the words of the server.',
      ...more,
    },
  })

/** Of a server that wants to be left in peace: the app tries again only when a person does something for it. */
export const resting = (route: Route) => problem(route, 503, 'unavailable', { retry_after: 600 })

/**
 * The server has rested. Somebody comes back to the app until it sends something: what the server has answered last may arrive after
 * them, and make the app wait once more.
 */
export async function wakeServer(page: Page): Promise<void> {
  const context = page.context()
  let hasSent: true | undefined
  context.on('response', (response) => {
    if (response.url().endsWith('/api/batch') && response.ok()) hasSent = true
  })
  await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: 'wait' })))
  await eventually(async () => {
    await comeBack(page)
    return hasSent
  }, 'something to be sent')
}
