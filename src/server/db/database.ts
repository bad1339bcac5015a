import type { Static, TObject } from 'typebox'
import type { List, Members, OwnerLock, Same, Table } from './values.ts'

/** What can stand in a query: plain values, and what each engine writes in its own way. */
export type Value = string | number | null | Same | List | Table | Members | OwnerLock

/** The rows of a list as JSON text, made by the database: they go to the wire without being parsed on the way. */
export class JsonList<Row> {
  readonly text: string
  declare readonly rows: Row[]
  constructor(text: string) {
    this.text = text
  }
  get isEmpty(): boolean {
    return this.text === '[]'
  }
}

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

/** A transaction on the rows of one owner, whose lock it holds. */
export interface Change extends Transaction {
  readonly ownerId: string
}

export interface Database extends Reader {
  /** For people: which engine, and where. */
  readonly description: string
  /** Called when a request arrives. Reads of requests that arrive together may see one snapshot. */
  shareReads(): void
  /**
   * The one way to write what belongs to an owner. Changes of one owner run one after the other: what a change reads,
   * no other alters before it is committed.
   */
  change<Result>(ownerId: string, work: (change: Change) => Promise<Result>): Promise<Result>
  /**
   * A change of a single statement, in which `${owner}` is the owner's id. It may be tried twice if it changes nothing.
   */
  changeOnce<Result>(
    ownerId: string,
    work: (change: Pick<Change, 'get' | 'run'>, owner: OwnerLock | string) => Promise<Result>,
  ): Promise<Result>
  /** For rows that belong to nobody yet, or to many: requests for links, challenges, the outbox, sweeping. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction during which no other instance starts or writes, for filling a whole database. */
  exclusive<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A database that was opened to be read as it is. */
export type ReadableDatabase = Pick<Database, keyof Reader | 'description' | 'close'>

/** The database cannot do it now: it is out of reach, out of room or read-only. Trying again later may help. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}
