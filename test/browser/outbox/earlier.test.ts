import { expect, test } from 'vitest'
import { becomes, boardOf, makeBoard } from '../../support/browsing/browsing.ts'
import { isSent, storedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

/** In the browser: what 0.10.1 has kept of an account that it had not loaded yet, with these operations unsent. */
async function keepAsBefore([name, operations]: [string, object[]]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const opening = indexedDB.open(name, 1)
  opening.onerror = () => reject(opening.error)
  opening.onupgradeneeded = () => {
    const { result: db } = opening
    for (const store of ['cards', 'projects', 'statuses']) db.createObjectStore(store, { keyPath: 'id' })
    const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
    db.createObjectStore('refused', { keyPath: 'key' })
    db.createObjectStore('about')
    for (const operation of operations) outbox.put({ key: crypto.randomUUID(), operation })
  }
  opening.onsuccess = () => {
    opening.result.close()
    resolve()
  }
  await promise
}

test('what 0.10.1 has left unsent is sent, in order', async () => {
  const person = await browsing.inboard.signIn()
  const { client, user } = person
  const project = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water', 'Sow'] })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const [weed, water, sow] = cards.map(({ id }) => id)
  const done = { project_id: project.id, status_id: statuses[2]?.id }
  const page = await browsing.open('/healthz', { person })
  await page.evaluate(keepAsBefore, [
    `inboard.${user.id}`,
    [
      { kind: 'move card', id: sow, column: done, behind: [] },
      { kind: 'move card', id: weed, column: done, behind: [sow] },
      { kind: 'complete card', id: sow, complete: true },
      { kind: 'edit card', id: water, text: 'Water daily', before: 'Water' },
    ],
  ] satisfies [string, object[]])
  await page.goto(`${browsing.appUrl}/projects/${project.id}`)
  await becomes(() => boardOf(client, project), {
    'To do': ['Water daily'],
    Doing: [],
    Done: ['Sow', 'Weed'],
  })
  await isSent(page, user.id)
  expect(await storedIn(page, user.id, 'refused')).toEqual([])
  expect((await client.readCard({ id: sow ?? '' })).card.complete).toBe(true)
})
