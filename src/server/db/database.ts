import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Static, TObject } from 'typebox'
import type { List, Members, Same, Table } from './values.ts'

/** Queries can interpolate plain values, and fragments that each engine renders in its own way. */
export type Value = string | number | null | Same | List | Table | Members

/** A list of rows that the database returns as JSON text. It is sent as it is, without being parsed. */
export class JsonList<Row> {
  readonly text: string
  declare readonly rows: Row[]
  constructor(text: string) {
    this.text = text
  }
  static readonly empty = new JsonList<never>('[]')
  get isEmpty(): boolean {
    return this.text === '[]'
  }
}

/** Serialises a value that may be a JsonList. */
export const toJson = (value: unknown) => (value instanceof JsonList ? value.text : JSON.stringify(value))

/** Serialises an object whose members may be JsonLists. */
export function membersToJson(value: object): string {
  let members = ''
  for (const [name, one] of Object.entries(value))
    members += `${members && ','}${JSON.stringify(name)}:${toJson(one)}`
  return `{${members}}`
}

/** Queries are template tags. Each is prepared once for the place in the source where it is written. */
type Query<Result> = (text: TemplateStringsArray, ...values: Value[]) => Promise<Result>

export interface Reader {
  get<Row>(text: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>
  all<Row>(text: TemplateStringsArray, ...values: Value[]): Promise<Row[]>
  /** `json(Card)\`from …\``: all rows, as objects with the members of the schema. */
  json<Schema extends TObject>(schema: Schema): Query<JsonList<Static<Schema>>>
}

/**
 * Queries run in the order in which they are called. A transaction must await nothing but its own queries,
 * because other writers wait for it, and must have no effect outside the database, because it may be retried.
 */
export interface Transaction extends Reader {
  /** Resolves to the number of rows changed. */
  run: Query<number>
  /** A write without a result. It is pipelined with the next query. If it fails, the transaction fails. */
  send(text: TemplateStringsArray, ...values: Value[]): void
}

/** A transaction that holds an owner's lock. */
export interface Held extends Transaction {
  readonly ownerId: string
}

/** The size of an owner's boards and bin together, or how much a change adds to it. */
export interface Size {
  cards: number
  /** The texts of cards and titles of projects, in UTF-8. */
  bytes: number
}

/** A change to an owner's cards, projects or bin. It takes the next number of the owner's counter. */
export interface Change extends Held {
  /** The sequence number of the change. Resolves with its first query. */
  readonly seq: Promise<number>
  /** The owner's size, including what the change adds. Resolves with its first query. */
  readonly size: Promise<Size>
  /** Gives the number back, because nothing changed after all. Resolves to the current number. */
  giveBack(): Promise<number>
  about?: About
}

/** The effect of a small change, so that streams need not look for it. */
export interface About {
  /** The cards that it moved, if it only reordered columns; the others were merely renumbered. */
  placed?: readonly string[]
  /** The card as it is now, if it changed nothing else. */
  card?: object
}

/** Leases the right to write to the workers of this instance. SQLite allows one writer at a time. */
export interface Leasing {
  /** The back-off, in milliseconds, before an account's next lease, so that others don't wait for it too often. */
  backOffOf(ownerId: string): number
  /** Resolves when the lease is granted, to the function that releases it. */
  lease(ownerId: string): Promise<() => void>
}

/** An owner, and the newest sequence number that somebody has seen. */
export interface OwnerSeq {
  owner_id: string
  seq: number
}

/**
 * The sequence number has changed, or the owner is deleted (null). It is lower than before only if writes
 * were lost or the read is stale.
 */
export interface News {
  owner_id: string
  seq: number | null
}

/** Called after each commit of a change, with its sequence number. */
export type ChangeListener = (ownerId: string, seq: number, about?: About) => void

/** The size of a database in bytes. */
interface Measures {
  bytes: number
  /** SQLite only: free space in the file, and the size of the write-ahead log. */
  freeBytes?: number
  walBytes?: number
  /** SQLite only: free space on its disk. */
  diskFreeBytes?: number
}

/** Connections to PostgreSQL: in use, maximum, and the number of transactions that wait for one. */
interface PoolUse {
  inUse: number
  most: number
  waiting: number
}

export interface Database extends Reader, AsyncDisposable {
  /** The engine and the location, for people. */
  readonly description: string
  measure(): Promise<Measures>
  /** PostgreSQL only. */
  poolUse?(): PoolUse
  /**
   * The only way to write an owner's cards, projects and bin. Changes of one owner are serialised: nothing
   * that a change has read is altered by others before it commits. What it `adds` to the owner's size is
   * counted.
   */
  change<Result>(ownerId: string, work: (change: Change) => Promise<Result>, adds?: Size): Promise<Result>
  /** For an owner's other data: address, links and passkeys. Holds the same lock, but takes no sequence number. */
  hold<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result>
  onChange(listener: ChangeListener): void
  /** Notifies the listeners of a change committed by a worker of this instance. */
  notify: ChangeListener
  readonly leasing: Leasing
  /** True if another instance may have written since the last call. */
  othersMayHaveWritten(): boolean
  /** The changes of these owners. Owners on an unreachable part of the database may be missing. */
  news(known: readonly OwnerSeq[]): Promise<News[]>
  /** Reads from one consistent snapshot. */
  snapshot<Result>(work: (db: Reader) => Promise<Result>): Promise<Result>
  /**
   * For rows that belong to no owner yet, or to many: requests for links, challenges, the outbox, sweeping.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction during which no other instance can start or write, for filling a whole database. */
  exclusive<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A database opened as it is, for reading only. */
export type ReadableDatabase = Pick<
  Database,
  keyof Reader | keyof AsyncDisposable | 'description' | 'snapshot' | 'close'
>

/** The database is unreachable, full or read-only at present. Retrying later may help. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(isDiskFull(cause) ? 'the disk of the database is full' : 'the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** By the message, because an error that comes from a worker has no code. PostgreSQL may speak another language. */
export function isDiskFull(error: unknown): boolean {
  const { message = '', code } = (error ?? {}) as { message?: string; code?: unknown }
  return /disk is full|no space left on device|quota exceeded/i.test(message) || code === '53100'
}

/** A query for one of several tables. Keep it: a query is prepared once for each object. */
export const queryOf = (...parts: string[]) => Object.assign(parts, { raw: parts }) as TemplateStringsArray

/** Repeats a bounded write until nothing is left to do, so that other writers never wait long. */
export async function inBatches(write: (limit: number) => Promise<number>): Promise<void> {
  const limit = 500
  while ((await write(limit)) === limit) await othersFirst()
}
