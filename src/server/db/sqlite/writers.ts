import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { seconds } from '../../clock.ts'
import { lowerCounter, makeCounter, nothing, raiseCounter, raiseSeq } from '../counters.ts'
import {
  type Change,
  type ChangeListener,
  DatabaseUnavailable,
  type Held,
  type Lending,
  type Size,
  type Transaction,
} from '../database.ts'
import { Loans } from '../loans.ts'
import { forbidding, refuseForbidding } from '../migrate.ts'
import { beginWhenFree } from './begin.ts'
import { translate } from './errors.ts'
import type { WriteAheadLog } from './log.ts'
import { queries } from './queries.ts'
import type { Snapshot } from './snapshot.ts'

/** A worker that wants to write. */
interface Borrower {
  /** It may, now. */
  borrow(): void
  /** It has. */
  returned: Promise<void>
}

interface Job {
  ownerId: string
  run(): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** In rows, which take some milliseconds: after so many, what has been done is committed, and others have their turn. */
const turn = 1500

const longestRest = 30 * seconds

/** Nobody else can write during a loan. With such rests only one in a hundred writes, or fewer, waits for 60 ms or more. */
const restAfter = (took: number) => Math.min(took ** 2 / 4, longestRest)

/** The first job of each owner, then the second of each, and so on. */
function inTurn(jobs: Job[]): Job[] {
  const each = [...Map.groupBy(jobs, ({ ownerId }) => ownerId).values()]
  const longest = Math.max(0, ...each.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) => each.flatMap((theirs) => theirs[round] ?? [])).flat()
}

/** Of an account that is gone. */
const noCounter = { seq: 0, ...nothing }

/**
 * Writers queue. Those that wait at the same time are committed together, each in a savepoint of its own, so that one
 * fsync serves them all. Nobody else writes meanwhile, so an owner's lock needs nothing more.
 */
export class WriterQueue {
  readonly #connection: DatabaseSync
  readonly #snapshot: Snapshot
  readonly #log: WriteAheadLog
  /** The newest migration that this program knows. */
  readonly #newest: string
  readonly #transaction: Transaction
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #save: StatementSync
  readonly #keep: StatementSync
  readonly #version: StatementSync
  #knownVersion: unknown
  /** How many have been changed in this turn. */
  #rows = 0
  #waiting: Job[] = []
  #committing: Promise<void> | undefined
  #isClosed = false
  readonly #listeners: ChangeListener[] = []
  readonly #loans = new Loans(restAfter)
  readonly #borrowers: Borrower[] = []

  constructor(connection: DatabaseSync, snapshot: Snapshot, log: WriteAheadLog, newest: string) {
    this.#connection = connection
    this.#snapshot = snapshot
    this.#log = log
    this.#newest = newest
    this.#transaction = queries(connection, undefined, (rows) => {
      this.#rows += rows
    })
    this.#begin = connection.prepare('begin immediate')
    this.#commit = connection.prepare('commit')
    this.#save = connection.prepare('savepoint job')
    this.#keep = connection.prepare('release job')
    this.#version = connection.prepare('pragma data_version')
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /** Whether another connection has, since this was last asked: the number is none of the file, but of this connection. */
  othersHaveWritten(): boolean {
    const version = this.#version.get()?.data_version
    const isNew = version !== this.#knownVersion
    this.#knownVersion = version
    return isNew
  }

  change<Result>(ownerId: string, work: (change: Change) => Promise<Result>, adds?: Size): Promise<Result> {
    /** 0 if it is given back. */
    let taken = 0
    let placed: readonly string[] | undefined
    const raiseAndWork = async (tx: Transaction) => {
      const raise = () => (adds ? raiseCounter(tx, ownerId, adds) : raiseSeq(tx, ownerId))
      let raised = await raise()
      if (!raised && (await makeCounter(tx, ownerId)) > 0) raised = await raise()
      raised ??= noCounter
      taken = raised.seq
      const giveBack = () => {
        taken = 0
        return lowerCounter(tx, ownerId, adds ?? nothing)
      }
      const [seq, size] = [Promise.resolve(taken), Promise.resolve({ ...nothing, ...raised })]
      const change: Change = { ...tx, ownerId, seq, size, giveBack }
      const done = await work(change)
      placed = change.placed
      return done
    }
    return this.#queue(ownerId, raiseAndWork, () => this.tell(ownerId, taken, placed))
  }

  tell(...[ownerId, seq, placed]: Parameters<ChangeListener>): void {
    if (seq > 0) for (const listener of this.#listeners) listener(ownerId, seq, placed)
  }

  hold<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result> {
    const holdAndWork = async (tx: Transaction) => {
      await makeCounter(tx, ownerId)
      return await work({ ...tx, ownerId })
    }
    return this.#queue(ownerId, holdAndWork, () => {})
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#queue('', work, () => {})
  }

  /** Of the right to write, to one worker at a time. */
  readonly lending: Lending = {
    restOf: (ownerId) => this.#loans.restOf(ownerId),
    lend: async (ownerId) => {
      const { promise: lent, resolve: borrow } = Promise.withResolvers<void>()
      const { promise: returned, resolve: giveBack } = Promise.withResolvers<void>()
      this.#borrowers.push({ borrow, returned })
      this.#wake()
      await lent
      const end = this.#loans.begin(ownerId)
      return () => {
        end()
        // Those who could not, meanwhile.
        if (this.#waiting.length > 0) this.#loans.othersWrite()
        giveBack()
      }
    },
  }

  #queue<Result>(
    ownerId: string,
    work: (tx: Transaction) => Promise<Result>,
    committed: () => void,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#isClosed) throw new DatabaseUnavailable(new Error('The database is closed.'))
      let result: Result
      this.#waiting.push({
        ownerId,
        run: async () => {
          result = await work(this.#transaction)
        },
        succeed: () => {
          resolve(result)
          committed()
        },
        fail: reject,
      })
      this.#wake()
    })
  }

  #wake(): void {
    this.#committing ??= this.#commitAll()
  }

  /** Finishes what has been asked for, and refuses what comes later: a batch goes on when its client has gone. */
  async close(): Promise<void> {
    while (this.#committing) await this.#committing
    this.#isClosed = true
  }

  async #commitAll(): Promise<void> {
    // Let every request that has arrived by now join the first group.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0 || this.#borrowers.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      if (group.length > 0) await this.#commitTogether(group)
      await this.#log.keepShort(() => this.#snapshot.release())
      await this.#lendToNext()
    }
    this.#committing = undefined
  }

  async #lendToNext(): Promise<void> {
    const next = this.#borrowers.shift()
    next?.borrow()
    await next?.returned
  }

  /** As many as fit into a turn. The others are put back. */
  async #commitTogether(group: Job[]): Promise<void> {
    const outcomes: (() => void)[] = []
    this.#rows = 0
    this.#loans.othersWrite()
    try {
      this.#endTransaction()
      await beginWhenFree(() => this.#begin.run())
      refuseForbidding(await forbidding(this.#transaction, this.#newest))
      for (const [index, job] of group.entries()) {
        outcomes.push(await this.#runAlone(job))
        if (this.#rows < turn) continue
        this.#waiting = inTurn([...group.splice(index + 1), ...this.#waiting])
        break
      }
      // The next read must see what is committed now.
      this.#snapshot.release()
      this.#commit.run()
    } catch (error) {
      for (const job of group) job.fail(translate(error))
      try {
        this.#endTransaction()
      } catch {
        // The next group tries again, and reports why it cannot.
      }
      return
    }
    // Only now, those that failed included: what they saw of the jobs before them is true only if it is committed.
    for (const tell of outcomes) tell()
    // There is more to do than fits into a turn: others are first.
    if (this.#waiting.length > 0) await new Promise(setImmediate)
  }

  /** A fault may have left one open. */
  #endTransaction(): void {
    if (this.#connection.isTransaction) this.#connection.exec('rollback')
  }

  /** Resolves to what is to be told once the group is committed. Throws if the whole group is lost. */
  async #runAlone(job: Job): Promise<() => void> {
    this.#save.run()
    try {
      await job.run()
    } catch (error) {
      // A full disk can make SQLite roll back the whole transaction by itself.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      return () => job.fail(translate(error))
    }
    this.#keep.run()
    return () => job.succeed()
  }
}
