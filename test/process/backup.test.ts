import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { addCrowd } from '../../bench/seed.ts'
import type { Client } from '../../src/client/client.ts'
import { openSqlite } from '../../src/server/db/sqlite/sqlite.ts'
import { KeptConnections } from '../faults/support/kept-connections.ts'
import { eventually } from '../support/inboard.ts'
import { cleanUp, newFolder, root, run } from '../support/process.ts'

afterAll(cleanUp)

const [, line = ''] =
  /\*\*Backup\.\*\*.*?```sh\n(.*?)\n```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []

/** What somebody does who types it into a terminal, in the folder where the server was started. */
async function typeTheLine(folder: string) {
  const child = spawn('sh', ['-c', line], { cwd: folder })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { said, code }
}

/** Adds one card after the other: any snapshot has the first so many of them. */
class Writer {
  written = 0
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }
  async write(): Promise<void> {
    await this.#client.addInboxCard({ text: `Card ${this.written}` })
    this.written++
  }
}

/** 40 MB, so that many writes happen while it is copied. */
async function fill(file: string) {
  await (await openSqlite(file)).close()
  await addCrowd({ engine: 'sqlite', file }, { people: 100, cardsEach: 200 })
  const database = new DatabaseSync(file)
  database.exec('update cards set text = hex(zeroblob(1000))')
  database.close()
}

test('the line for a backup in the README copies one moment of a busy server, whole', async () => {
  const folder = newFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await fill(join(folder, 'data/inboard.db'))
  const server = await run({ folder, environment: { DATABASE_URL: '' } })
  const emails = Array.from({ length: 32 }, (_, number) => `writer-${number}@example.com`)
  const tokens = await Promise.all(emails.map(server.signIn))
  const connections = new KeptConnections(server.url)
  const writers = tokens.map((token) => new Writer(connections.client(token)))
  const countsOf = () => writers.map(({ written }) => written)

  let over = false
  const writing = writers.map(async (writer) => {
    while (!over) await writer.write()
  })
  await eventually(() => writers.every(({ written }) => written > 0) || undefined, 'everyone to write')
  const before = countsOf()
  const first = await typeTheLine(folder)
  const after = countsOf()
  const second = await typeTheLine(folder)
  over = true
  await Promise.all(writing)

  expect(first).toEqual({ said: '', code: 0 })
  expect(after.some((count, index) => count > (before[index] ?? 0))).toBe(true)
  expect(second.code).toBe(1)
  expect(second.said).toContain('output file already exists')

  const copy = join(folder, 'copy.db')
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const database = new DatabaseSync(copy, { readOnly: true })
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
  database.close()

  // Put back as docs/operating.md says: everyone is still signed in, and has what was acknowledged.
  const restored = newFolder()
  copyFileSync(copy, join(restored, 'inboard.db'))
  copyFileSync(join(folder, 'data/jwt-secret'), join(restored, 'jwt-secret'))
  const { client } = await run({ folder: restored })
  for (const [index, token] of tokens.entries()) {
    const { cards } = await client(token).listInboxCards()
    expect(cards.map(({ text, position }) => [text, position])).toEqual(
      cards.map((_, number) => [`Card ${number}`, number]),
    )
    expect(cards.length).toBeGreaterThanOrEqual(before[index] ?? 0)
    expect(cards.length).toBeLessThanOrEqual((after[index] ?? 0) + 1)
  }
})
