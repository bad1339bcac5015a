import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCrowd } from '../../../bench/seed.ts'
import type { Client } from '../../../src/client/client.ts'
import { systemClock } from '../../../src/server/common/clock.ts'
import { configurePart } from '../../../src/server/config/configure.ts'
import { backUp } from '../../../src/server/operate/backup.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { databaseIn, engine } from '../../support/databases/engine.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { environmentOf, inboard as run } from '../../support/processes/command.ts'
import {
  codeOfRefusal,
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../../support/service/inboard.ts'

const secret = { JWT_SECRET: 'a secret that outlives the database' }

let inboard: TestInboard
let folder: string
beforeAll(async () => {
  folder = newDataFolder()
  inboard = await startTestInboard(secret)
})
afterAll(async () => {
  await inboard.stop()
  rmSync(folder, { recursive: true })
})

let files = 0
const newFile = () => join(folder, `backup-${++files}.db`)
const quietly = () => {}

/** Restores to a database of its own, and starts a server on it. */
async function restored(file: string, at: string): Promise<TestInboard> {
  const environment = { ...(await databaseIn(at, { empty: true })), ...secret }
  await restore(file, configurePart(environment, 'database').database, '', systemClock, quietly)
  return await startTestInboard(environment, at)
}

const texts = async (client: Client) => (await client.listInboxCards()).cards.map(({ text }) => text)

/** The same in a file: whatever database it comes from, a backup is one of SQLite. */
function textsIn(file: string, { user }: SignedIn): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select text from cards where owner_id = ? order by position').all(user.id)
  database.close()
  return rows.map(({ text }) => text)
}

/** Adds one card after the other: any snapshot has the first so many of them. */
class Writer {
  written = 0
  readonly person: SignedIn
  constructor(person: SignedIn) {
    this.person = person
  }
  async write(): Promise<void> {
    await this.person.client.addInboxCard({ text: `Card ${this.written}` })
    this.written++
  }
}

test('a busy server is backed up as it is at one instant', async () => {
  await addCrowd(inboard.world.config.database, { people: 20, cardsEach: 50 })
  const people = await Promise.all(Array.from({ length: 4 }, () => inboard.signIn()))
  const writers = people.map((person) => new Writer(person))
  const countsOf = () => writers.map(({ written }) => written)
  let isOver = false
  const writing = writers.map(async (writer) => {
    while (!isOver) await writer.write()
  })
  await eventually(() => writers.every(({ written }) => written > 0) || undefined, 'everyone to write')
  const before = countsOf()
  const file = newFile()
  const ended = await run(['backup', '--json', file], { environment: environmentOf(inboard.world.config) })
  const after = countsOf()
  isOver = true
  await Promise.all(writing)

  expect(ended).toMatchObject({ code: 0, complaint: '' })
  const { accounts, cards, bytes } = JSON.parse(ended.told)
  expect(accounts).toBeGreaterThanOrEqual(24)
  expect(cards).toBeGreaterThanOrEqual(1000)
  expect(statSync(file)).toMatchObject({ size: bytes })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(after.some((count, index) => count > (before[index] ?? 0))).toBe(true)
  expect(readdirSync(folder).filter((name) => /unfinished|-wal|-shm|-journal/.test(name))).toEqual([])

  for (const [index, { person }] of writers.entries()) {
    const found = textsIn(file, person)
    expect(found).toEqual(found.map((_, number) => `Card ${number}`))
    expect(found.length).toBeGreaterThanOrEqual(before[index] ?? 0)
    expect(found.length).toBeLessThanOrEqual((after[index] ?? 0) + 1)
  }
})

test('after a restore sessions continue, devices start over, and numbers stay unique', async () => {
  const person = await inboard.signIn()
  await person.client.addInboxCard({ text: 'Milk' })
  const silent = await inboard.signIn()
  const { seq } = await person.client.changes()
  const file = newFile()
  await backUp(inboard.world.config.database, file, quietly)
  await person.client.addInboxCard({ text: 'Bread' })
  const ahead = (await person.client.changes()).seq

  const inUse = await run(['restore', '--yes', file], {
    environment: environmentOf(inboard.world.config),
  })
  expect(inUse).toEqual({
    code: 1,
    told: '',
    complaint: 'The database is in use, so nothing was restored. Stop its server, and run this again.\n',
  })
  expect(await texts(person.client)).toEqual(['Milk', 'Bread'])

  const at = newDataFolder()
  const first = await restored(file, at)
  const client = first.client(person.token)
  for (const since of [0, seq, ahead])
    expect(await codeOfRefusal(client.changes({ since }))).toBe('cursor_gone')
  const snapshot = await client.changes()
  expect(snapshot.seq).toBeGreaterThan(seq + 1_000_000)
  expect(snapshot.cards.map(({ text }) => text)).toEqual(['Milk'])
  const [setBack] = snapshot.set_backs ?? []
  expect(snapshot.set_backs).toEqual([{ id: expect.any(String), from: seq }])
  const [milk] = snapshot.cards
  await client.addInboxCard({ text: 'Eggs' })
  const { card } = await client.editCard({ id: milk?.id ?? '', text: 'Oat milk' })
  expect((await client.changes({ since: snapshot.seq })).cards.map(({ text }) => text)).toEqual([
    'Eggs',
    'Oat milk',
  ])
  const further = (await client.changes()).seq
  // Nor by whoever had nothing when the backup was made.
  expect((await first.client(silent.token).changes()).seq).toBeGreaterThanOrEqual(1_000_000)
  await first.stop()

  // What is there now is replaced only if that is said, and on SQLite kept beside.
  const environment = await databaseIn(at, { empty: true })
  const refused = await run(['restore', file], { environment })
  expect(refused).toMatchObject({ code: 2, told: '' })
  expect(refused.complaint).toMatch(
    /^Replace .*, which has \d+ accounts?, with the backup\? There is no terminal/,
  )
  const ended = await run(['restore', '--yes', '--json', await throughSqlite(file)], { environment })
  expect(ended).toMatchObject({ code: 0, complaint: '' })
  const second = await startTestInboard({ ...environment, ...secret }, at)
  const again = second.client(person.token)
  expect(await texts(again)).toEqual(['Milk'])
  const [newest, earlier, ...others] = (await again.changes()).set_backs ?? []
  expect(newest?.id).not.toBe(earlier?.id)
  expect([newest?.from, earlier?.from, others]).toEqual([expect.any(Number), seq, []])
  expect(earlier?.id).not.toBe(setBack?.id)
  // What devices have seen since the first time means nothing any more, and never will.
  expect((await again.changes()).seq).toBeGreaterThanOrEqual(further + 1_000_000)
  expect(await codeOfRefusal(again.changes({ since: further }))).toBe('cursor_gone')
  expect(
    await codeOfRefusal(again.editCard({ id: card.id, text: 'Soy milk' }, { ifMatch: card.revision })),
  ).toBe('changed_meanwhile')
  await second.stop()

  const { kept } = JSON.parse(ended.told)
  if (engine === 'postgres') return expect(kept).toBe(null)
  expect(textsIn(kept, person)).toEqual(['Oat milk', 'Eggs'])
})

/** A backup can be restored to either database: this one has been in one of SQLite. */
async function throughSqlite(backup: string): Promise<string> {
  const sqlite = { engine: 'sqlite', file: join(newDataFolder(), 'inboard.db') } as const
  await restore(backup, sqlite, '', systemClock, quietly)
  const file = newFile()
  await backUp(sqlite, file, quietly)
  return file
}
