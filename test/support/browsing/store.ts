import type { Page, Route } from 'playwright-core'
import type { Refused, Waiting } from '../../../src/web/model/changes.ts'
import { eventually } from '../service/inboard.ts'
import { becomes, comeBack, intercept } from './browsing.ts'
import { deleteStore, readStore } from './disk.ts'

// The stored data of a browser, and the requests that it sends.

/** All rows of a store in an account's database on this device. */
export const storedIn = <Thing>(page: Page, userId: string, part: string): Promise<Thing[]> =>
  page.evaluate(readStore<Thing>, [userId, part] as const)

/** The operations that are unsent, or not yet confirmed by the feed. */
export const outboxIn = (page: Page, userId: string) => storedIn<Waiting>(page, userId, 'outbox')
export const refusedIn = (page: Page, userId: string) => storedIn<Refused>(page, userId, 'refused')

/** Writes rows to a store of an account's database, as another version might. Rows with the same key are replaced. */
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

/** Waits until an operation has been permanently refused, and returns it. */
export const refusalIn = (page: Page, userId: string) =>
  eventually(async () => (await refusedIn(page, userId))[0], 'a refusal')

/** The names of the databases of accounts on this device. */
export const databasesIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .flatMap(({ name = '' }) => (name.startsWith('inboard.') ? [name] : []))
      .sort(),
  )

/** Deletes all data of the account from this device, as before the first visit. */
export const forgetAccount = (page: Page, userId: string): Promise<void> => page.evaluate(deleteStore, userId)

/** Blocks all writes of an account to the disk until the test releases them. */
export async function holdDisk(page: Page, userId: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const outbox = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
          const state = { isHeld: true }
          Object.assign(globalThis, { disk: state })
          // A transaction stays open for as long as it has requests.
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

/** Holds the batches that the page sends until the test decides what happens to each. */
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
    /** Forwards a batch to the server, and drops the response. */
    async lose() {
      const route = await next()
      await route.fetch()
      await route.abort('connectionreset')
    },
    /** Forwards everything from now on. */
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

/** A server that asks clients to wait: the app retries only when a person does something. */
export const resting = (route: Route) => problem(route, 503, 'unavailable', { retry_after: 600 })

/**
 * After the server's wait is over: brings the app to the front until it sends something. The server's last
 * response may arrive late, and make the app wait once more.
 */
export async function wakeServer(page: Page): Promise<void> {
  const context = page.context()
  let hasSent: true | undefined
  context.on('response', (response) => {
    if (response.url().endsWith('/api/batch') && response.ok()) hasSent = true
  })
  // The newest route goes first. Removing the others could lose a request that is just being intercepted.
  const letThrough = (route: Route) => route.continue()
  await Promise.all(context.pages().map((one) => one.route('**/*', letThrough)))
  await eventually(async () => {
    await comeBack(page)
    return hasSent
  }, 'something to be sent')
}
