import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { expect } from 'vitest'
import { databaseUrl } from '../../../src/server/config/config.ts'
import { type Release, releases, restore } from '../../releases/release.ts'
import { putStore, type RecordedStore } from '../../releases/stores/store.ts'
import { add, complaint } from '../../support/browsing/boards.ts'
import {
  type Board,
  type Browsing,
  becomes,
  boardOf,
  browse,
  inboxOf,
} from '../../support/browsing/browsing.ts'
import { isSent, outboxIn, refusedIn } from '../../support/browsing/store.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { type SignedIn, startTestInboard } from '../../support/service/inboard.ts'
import { mark } from '../waiting/waiting.ts'

/** This version's service on the database of a release, and Ada, whose devices have seen that release. */
export async function upgradedService(
  version: string,
  act: (browsing: Browsing, ada: SignedIn) => Promise<void>,
): Promise<void> {
  const url = `sqlite:${join(newDataFolder(), 'inboard.db')}`
  const release = releases.find((one) => one.version === version) as Release
  await restore(release, databaseUrl(url) as NonNullable<ReturnType<typeof databaseUrl>>)
  const inboard = await startTestInboard({ DATABASE_URL: url })
  try {
    const browsing = await browse(inboard)
    await act(browsing, await inboard.signIn('ada@example.com'))
    expect(browsing.complaints.splice(0)).toEqual([])
  } finally {
    await inboard.stop()
  }
}

export const expectSentOnce = (store: RecordedStore) =>
  upgradedService(store.release, async (browsing, ada) => {
    const { user } = ada
    const page = await browsing.open('/healthz', { person: ada })
    await putStore(page, user.id, store)
    const done: string[] = []
    let answers = 0
    // The first answer is lost, so that everything in it is sent a second time.
    const pass = async (route: Route) => {
      const response = await route.fetch()
      const { results } = await response.json()
      for (const [index, { idempotency_key }] of route.request().postDataJSON().operations.entries()) {
        const { status, replayed } = results[index] ?? {}
        if (status < 300 && !replayed) done.push(idempotency_key)
      }
      if (answers++ === 0) await route.abort('connectionreset')
      else await route.fulfill({ response })
    }
    await page.route('**/api/batch', pass)
    await page.goto(browsing.appUrl)
    const { outbox = [], refused = [] } = store.parts
    await isSent(page, user.id)
    const keysOf = (rows: typeof outbox) => rows.map(({ value }) => (value as { key: string }).key)
    expect(done.toSorted()).toEqual(keysOf(outbox).toSorted())
    expect(answers).toBeGreaterThan(1)
    expect((await refusedIn(page, user.id)).map(({ key }) => key)).toEqual(keysOf(refused))
    await mark(page, '1 change needs your attention').waitFor()

    // What the release has shown is so by now, and what only the server could bring back is there.
    const { boards, completed, bin } = store.shown
    const attic = { Attic: { 'To do': ['Clear'], Doing: [], Done: [] } }
    expect(await accountOf(ada)).toEqual({ boards: { ...boards, ...attic }, completed, bin })
  })

export const expectRefused = (store: RecordedStore) =>
  upgradedService(store.release, async (browsing, ada) => {
    const page = await browsing.open('/healthz', { person: ada })
    await putStore(page, ada.user.id, store)
    const before = await outboxIn(page, ada.user.id)
    await page.goto(browsing.appUrl)
    await complaint(page, 'Open this page with Inboard 0.10.1 first')
    await add(page, 'Meanwhile')
    await becomes(async () => (await inboxOf(ada.client)).at(-1), 'Meanwhile')
    expect(before.length).toBeGreaterThan(5)
    expect(await outboxIn(page, ada.user.id)).toEqual(before)
  })

/** In the browser: makes a tab one of a later version. Each of its databases gets a higher number. */
export function beNewer(): void {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    return open.call(this, name, version && version + 1)
  }
}

async function accountOf({ client }: SignedIn): Promise<RecordedStore['shown']> {
  const boards: Record<string, Board> = { Inbox: { Inbox: await inboxOf(client) } }
  const { projects } = await client.listProjects()
  for (const project of projects) boards[project.title] = await boardOf(client, project)
  const { cards } = await client.changes({})
  const inOrder = Object.values(boards).flatMap((board) => Object.values(board).flat())
  const completed = inOrder.filter((text) => cards.some((card) => card.text === text && card.complete))
  const { items } = await client.listBin()
  return { boards, completed, bin: items.map(({ text, title }) => text ?? title ?? '') }
}
