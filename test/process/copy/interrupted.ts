import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { CommandError } from '../../../src/server/common/command-error.ts'
import { newFolder } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { asMade, CopyServer, copy, type Dump, dumpFile, newFile, rowsIn, start, tables } from './copying.ts'
import { fill } from './filled.ts'

/** What is copied, and a PostgreSQL to copy it to and from. */
export async function prepareCopies() {
  return { postgres: await CopyServer.start(), original: (await fill(newFolder(), 10)).file }
}

type Prepared = Awaited<ReturnType<typeof prepareCopies>>

interface Held {
  postgres: CopyServer
  from: string
  to: string
  /** Makes a copy wait when it has come as far as the projects. */
  lock: { database: string; sql: string }
  /** Something else in the source, at the same time. */
  change(sql: string): Promise<void>
  dumpTarget(): Dump | Promise<Dump>
}

const patience = { lock_timeout: '60000' }

/** From SQLite to PostgreSQL. */
export async function wayUp({ postgres, original }: Prepared): Promise<Held> {
  const [source, target] = [newFile(), await postgres.migratedDatabase()]
  await copy(`sqlite:${original}`, `sqlite:${source}`)
  return {
    postgres,
    from: `sqlite:${source}`,
    to: postgres.server.url(target, patience),
    lock: { database: target, sql: 'lock table projects in exclusive mode' },
    async change(sql) {
      const database = new DatabaseSync(source)
      database.exec(sql)
      database.close()
    },
    dumpTarget: () => postgres.dump(target),
  }
}

/** From PostgreSQL to SQLite. */
export async function wayDown({ postgres, original }: Prepared): Promise<Held> {
  const [source, target] = [await postgres.filledDatabase(original), newFile()]
  return {
    postgres,
    from: postgres.server.url(source, patience),
    to: `sqlite:${target}`,
    lock: { database: source, sql: 'lock table projects in access exclusive mode' },
    async change(sql) {
      const client = await postgres.server.connect(source)
      await client.query(sql)
      await client.end()
    },
    dumpTarget: () => dumpFile(target),
  }
}

async function hold({ postgres, lock }: Held): Promise<() => Promise<void>> {
  const locker = await postgres.server.connect(lock.database)
  await locker.query(`begin; ${lock.sql}`)
  return async () => {
    await locker.query('rollback')
    await locker.end()
  }
}

async function runsAgain({ from, to, dumpTarget }: Held) {
  await copy(from, to)
  expect(rowsIn(await dumpTarget())).toEqual(tables)
}

/** A copy that is killed leaves nothing, and can be run again. */
export async function expectSurvivesKill(held: Held, original: string): Promise<void> {
  const release = await hold(held)
  const command = await start('--from', held.from, '--to', held.to)
  await eventually(() => command.stdout().includes('challenges ') || undefined, 'the challenges to be copied')
  expect(await command.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
  await release()
  expect(rowsIn(await held.dumpTarget())).toEqual(asMade)
  await runsAgain(held)
  expect(await held.dumpTarget()).toEqual(dumpFile(original))
}

export const changes = {
  changes: `update users set pending_email = 'x@example.com'`,
  'gets rows meanwhile': `
    insert into users (id, email, passkey_handle, created_at) values ('late', 'late@example.com', '', '');
    insert into cards (id, owner_id, text, complete, position, created_at, updated_at, changed)
      values ('late', 'late', 'Late', 0, 0, '', '', 1)`,
}

/** A source that changes meanwhile is noticed, nothing is kept, and it can be run again. */
export async function expectNoticed(held: Held, sql: string): Promise<void> {
  const release = await hold(held)
  const copied = new Set<string>()
  const ended = copy(held.from, held.to, (table) => copied.add(table)).catch((error: unknown) => error)
  await eventually(() => copied.has('challenges') || undefined, 'the challenges to be copied')
  await held.change(sql)
  await release()
  const error = await ended
  expect(error).toBeInstanceOf(CommandError)
  expect(String(error)).toMatch(/The source changed while it was being copied, so nothing was kept\./)
  expect(rowsIn(await held.dumpTarget())).toEqual(asMade)
  await runsAgain(held)
}
