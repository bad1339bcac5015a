import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../clock.ts'
import {
  type Database,
  DatabaseUnavailable,
  List,
  type ReadableDatabase,
  type Reader,
  Same,
  Table,
  type Transaction,
  type Value,
} from './database.ts'
import { migrate } from './migrate.ts'

/** For another program that holds the file for a moment: a second copy of us that starts, a backup. */
const patience = 2 * seconds

/**
 * One reading and one writing connection to one file. Writers queue; those that wait together commit together,
 * each in a savepoint of its own, so that full durability costs one fsync for all of them.
 */
export async function openSqlite(file: string): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  // SQLite would let everyone on the machine read it. What it puts beside the file gets the file's mode.
  closeSync(openSync(file, 'a', 0o600))
  const writing = new DatabaseSync(file, { timeout: patience })
  writing.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = 67108864;
  `)
  const writers = new WriterQueue(writing)
  const transaction: Database['transaction'] = (work) => writers.transaction(work)
  await migrate(transaction)
  // From now on there are requests, all of which would stop while SQLite waits. The queue waits instead.
  writing.exec('pragma busy_timeout = 0')

  const reading = readSqlite(file)
  return {
    ...reading,
    transaction,
    async close() {
      await writers.idle()
      await reading.close()
      writing.close()
    },
  }
}

/** A file that is there, as it is: nothing is made, migrated or written. */
export function readSqlite(file: string): ReadableDatabase {
  const reading = translating(() => new DatabaseSync(file, { readOnly: true, timeout: patience }))
  return { description: `SQLite, ${file}`, ...queries(reading), close: async () => reading.close() }
}

interface Job {
  run(): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

class WriterQueue {
  readonly #connection: DatabaseSync
  readonly #transaction: Transaction
  #waiting: Job[] = []
  #committing: Promise<void> | undefined

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    // Writers are alone here already.
    this.#transaction = {
      ...queries(connection),
      lockOwner: async () => {},
      lockSchema: async () => {},
      script: async (sql) => connection.exec(sql),
    }
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: Result
      this.#waiting.push({
        run: async () => {
          result = await work(this.#transaction)
        },
        succeed: () => resolve(result),
        fail: reject,
      })
      this.#committing ??= this.#commitAll()
    })
  }

  async idle(): Promise<void> {
    while (this.#committing) await this.#committing
  }

  async #commitAll(): Promise<void> {
    // Let every request that has arrived by now join the first group.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      await this.#commitTogether(group)
    }
    this.#committing = undefined
  }

  async #commitTogether(group: Job[]): Promise<void> {
    const done: Job[] = []
    try {
      await this.#begin()
      for (const job of group) if (await this.#runAlone(job)) done.push(job)
      this.#connection.exec('commit')
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      // Those that had failed by themselves have their answer; to fail twice does nothing.
      for (const job of group) job.fail(translate(error))
      return
    }
    for (const job of done) job.succeed()
  }

  async #begin(): Promise<void> {
    const end = performance.now() + patience
    for (;;) {
      try {
        this.#connection.exec('begin immediate')
        return
      } catch (error) {
        if (primaryCode(error) !== busy || performance.now() > end) throw error
        await pause(10)
      }
    }
  }

  /** Whether it succeeded. Throws if the whole group is lost. */
  async #runAlone(job: Job): Promise<boolean> {
    this.#connection.exec('savepoint job')
    try {
      await job.run()
    } catch (error) {
      // A full disk can make SQLite roll back everything at once.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      job.fail(translate(error))
      return false
    }
    this.#connection.exec('release job')
    return true
  }
}

function queries(connection: DatabaseSync): Reader & Pick<Transaction, 'run'> {
  const prepared = new WeakMap<TemplateStringsArray, StatementSync>()
  function statement(text: TemplateStringsArray, values: Value[]) {
    let found = prepared.get(text)
    if (!found) {
      found = connection.prepare(String.raw({ raw: text }, ...values.map(placeholder)))
      prepared.set(text, found)
    }
    return found
  }
  return {
    async get<Row>(text: TemplateStringsArray, ...values: Value[]) {
      return translating(() => statement(text, values).get(...values.map(bound)) as Row | undefined)
    },
    async all<Row>(text: TemplateStringsArray, ...values: Value[]) {
      return translating(() => statement(text, values).all(...values.map(bound)) as Row[])
    },
    async run(text: TemplateStringsArray, ...values: Value[]) {
      return translating(() => Number(statement(text, values).run(...values.map(bound)).changes))
    },
  }
}

function placeholder(value: Value): string {
  if (value instanceof Same) return 'is ?'
  if (value instanceof List) return '(select value from json_each(?))'
  if (value instanceof Table) {
    const columns = Object.keys(value.columns).map((name) => `value ->> '${name}' as ${name}`)
    return `(select ${columns.join(', ')} from json_each(?))`
  }
  return '?'
}

function bound(value: Value): SQLInputValue {
  if (value instanceof Same) return value.value
  if (value instanceof List) return JSON.stringify(value.items)
  if (value instanceof Table) return JSON.stringify(value.rows)
  return value
}

function translating<Result>(query: () => Result): Result {
  try {
    return query()
  } catch (error) {
    throw translate(error)
  }
}

// https://sqlite.org/rescode.html, primary codes: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL
const busy = 5
const passing = new Set([busy, 6, 8, 10, 13, 14, 15])

const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

const translate = (error: unknown) =>
  passing.has(primaryCode(error)) ? new DatabaseUnavailable(error) : error
