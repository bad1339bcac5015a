import type { Static, TObject } from 'typebox'
import type { List, Members, NextSeq, Same, Table } from './values.ts'

/** What can stand in a query: plain values, and what each engine writes in its own way. */
export type Value = string | number | null | Same | List | Table | Members | NextSeq

/** The rows of a list as JSON text, made by the database: they go to the wire without being parsed on the way. */
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

/** The JSON of a value that may be such a list. */
export const toJson = (value: unknown) => (value instanceof JsonList ? value.text : JSON.stringify(value))

/** The same for an object with such lists among its members. */
export const membersToJson = (value: object) =>
  `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${toJson(one)}`)}}`

/** Queries are template tags, prepared once for each place where they are written. */
export type Query<Result> = (text: TemplateStringsArray, ...values: Value[]) => Promise<Result>

export interface Reader {
  get<Row>(text: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>
  all<Row>(text: TemplateStringsArray, ...values: Value[]): Promise<Row[]>
  /** `json(Card)\`select …\``: all rows, each an object with the members of the schema. */
  json<Schema extends TObject>(schema: Schema): Query<JsonList<Static<Schema>>>
}

/**
 * Queries are carried out in the order in which they are asked for. A transaction awaits nothing but its own queries,
 * because other writers wait for it, and does nothing outside the database, because it may be run again.
 */
export interface Transaction extends Reader {
  /** Answers with the number of rows that it changed. */
  run: Query<number>
  /** A write whose result nobody needs. It is pipelined with the next query; if it fails, so does the transaction. */
  send(text: TemplateStringsArray, ...values: Value[]): void
}

/** A transaction that holds the lock of one owner. */
export interface Held extends Transaction {
  readonly ownerId: string
}

/** How much an owner has, on boards and in the bin together, or how much a change adds to it. */
export interface Size {
  cards: number
  /** The texts of the cards and the titles of the projects, in UTF-8. */
  bytes: number
}

/** An edit of the text of a card. */
export interface TextEdit {
  cardId: string
  /** The length of the new text, in UTF-8. */
  bytes: number
  /** How many bytes of text the owner may have. */
  most: number
}

/** A change of an owner's cards, projects or bin. It takes the next number of the owner's counter. */
export interface Change extends Held {
  /** The number that it takes. Known with the answer to its first query. */
  readonly seq: Promise<number>
  /** Of a change that adds something: how much the owner has with it. Known at the same time. */
  readonly size: Promise<Size>
  /** Nothing has changed after all, so no number is taken. Resolves to the present one. */
  giveBack(): Promise<number>
  /** See `ChangeListener`. */
  placed?: readonly string[]
}

/** Lets a worker of this instance write. On SQLite only one can at a time. */
export interface Lending {
  /** In milliseconds: for how long an account had better not, so that others do not wait for it too often. */
  restOf(ownerId: string): number
  /** Resolves when it may, to what has to be called when it has. */
  lend(ownerId: string): Promise<() => void>
}

/** An owner, and the newest number of theirs that somebody knows. */
export interface Known {
  owner_id: string
  seq: number
}

/** The number has changed, or the owner is gone. It is lower only if writes were lost or the read is out of date. */
export interface News {
  owner_id: string
  seq: number | null
}

/**
 * Called after each commit of a change, with the number that it took. Of a change that did nothing but order columns, `placed` are the cards
 * that it was to move: it only renumbered the others.
 */
export type ChangeListener = (ownerId: string, seq: number, placed?: readonly string[]) => void

/** How large a database is, in bytes. */
export interface Measures {
  bytes: number
  /** Of an SQLite file: what is free in it, and what is in its write-ahead log. */
  freeBytes?: number
  walBytes?: number
}

/** Connections to PostgreSQL: how many are in use, of how many there may be, and how many transactions wait for one. */
export interface PoolUse {
  inUse: number
  most: number
  waiting: number
}

export interface Database extends Reader {
  /** For people: which engine, and where. */
  readonly description: string
  measure(): Promise<Measures>
  /** Only where there is a pool. */
  poolUse?(): PoolUse
  /** Called when a request arrives. Reads of requests that arrive together may see one snapshot. */
  shareReads(): void
  /**
   * The one way to write an owner's cards, projects and bin. Changes of one owner run one after the other: what a change
   * reads, no other alters before it is committed. What it `adds` to the owner's things is counted.
   */
  change<Result>(ownerId: string, work: (change: Change) => Promise<Result>, adds?: Size): Promise<Result>
  /**
   * A change of a single statement, in which `${seq}` is the number that it takes. If it changes nothing, it takes none
   * and resolves to nothing. That is no verdict: what it was to change may have only just been created, and an edit of a
   * text is left undone where it takes more than one statement to count it. Only where it saves round trips, on PostgreSQL.
   */
  changeOnce?<Row extends object>(
    ownerId: string,
    work: (change: Pick<Change, 'get'>, seq: NextSeq | number) => Promise<Row | undefined>,
    edit?: TextEdit,
  ): Promise<Row | undefined>
  /** For what else an owner has: their address, links and passkeys. It holds the same lock, and takes no number. */
  hold<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result>
  onChange(listener: ChangeListener): void
  /** A worker of this instance has committed a change. */
  tell: ChangeListener
  readonly lending: Lending
  /** Whether another instance may have changed something since this was last asked. */
  othersMayHaveWritten(): boolean
  /** What has changed about these owners. Those whose part of the database is out of reach may be left out. */
  news(known: readonly Known[]): Promise<News[]>
  /** Reads that all see the same state. */
  snapshot<Result>(work: (db: Reader) => Promise<Result>): Promise<Result>
  /** For rows that belong to nobody yet, or to many: requests for links, challenges, the outbox, sweeping. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction during which no other instance starts or writes, for filling a whole database. */
  exclusive<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A database that was opened to be read as it is. */
export type ReadableDatabase = Pick<Database, keyof Reader | 'description' | 'snapshot' | 'close'>

/** The database cannot do it now: it is out of reach, out of room or read-only. Trying again later may help. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}
