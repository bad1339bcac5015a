import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../src/server/operate/backup.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let folder: string
let server: TestInboard
let token: string
beforeEach(async () => {
  folder = newDataFolder()
  server = await start()
  token = (await server.signIn()).token
  await server.client(token).addInboxCard({ text: 'Milk' })
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})

const start = () => startTestInboard({ JWT_SECRET: 'a secret that outlives the database' }, folder)
const path = (name: string) => join(folder, name)
const inboxNow = async () => (await server.client(token).listInboxCards()).cards.map(({ text }) => text)

async function restart(meanwhile = () => {}): Promise<void> {
  await server.stop()
  meanwhile()
  server = await start()
}

/** Whether devices that have seen this go on from there. */
async function goesOnFrom(since: number): Promise<boolean> {
  const refusal = await codeOfRefusal(server.client(token).changes({ since }))
  expect(server.log.some(({ msg }) => msg.startsWith('the database file was replaced'))).toBe(
    refusal !== 'accepted',
  )
  return refusal === 'accepted'
}

test('a restarted server continues where it was', async () => {
  await restart()
  expect(await goesOnFrom(1)).toBe(true)
  await restart()
  expect(await goesOnFrom(1)).toBe(true)
})

test.each([
  ['a copy from before its last start', () => restart(() => copyFileSync(path('inboard.db'), path('copy')))],
  ['a backup', () => backUp({ engine: 'sqlite', file: path('inboard.db') }, path('copy'), () => {})],
])(
  '%s that is put in the place of the database is noticed, and every device begins again',
  async (_what, copy) => {
    await copy()
    await server.client(token).addInboxCard({ text: 'Bread' })
    const { seq } = await server.client(token).changes()
    await restart(() => copyFileSync(path('copy'), path('inboard.db')))
    expect(await inboxNow()).toEqual(['Milk'])
    for (const since of [1, seq]) expect(await goesOnFrom(since)).toBe(false)
    // Once: from then on it is the file that it knows.
    const now = (await server.client(token).changes()).seq
    expect(now).toBeGreaterThan(Date.now() - Date.UTC(2020, 0) - 600_000)
    await restart()
    expect(await goesOnFrom(now)).toBe(true)
  },
)
