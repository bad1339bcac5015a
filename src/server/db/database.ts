import type { Static, TObject } from 'typebox'

/** What can stand in a query: plain values, and what each engine has its own way to say. */
export type Value = string | number | null | Same | List | Table | Locked

/** `where status_id ${same(statusId)}`: equal, or both null. */
export class Same {
  readonly value: string | null
  constructor(value: string | null) {
    this.value = value
  }
}
export const same = (value: string | null) => new Same(value)

/** `where owner_id = ${locked(ownerId)}`: theirs, whose turn the statement takes before anything else; see `lockOwner`. */
export class Locked {
  readonly value: string
  /** What finds the owner by the value. */
  readonly owner: (value: string) => string
  constructor(value: string, owner = (value: string) => value) {
    this.value = value
    this.owner = owner
  }
}
export const locked = (...given: ConstructorParameters<typeof Locked>) => new Locked(...given)

/** `where id in ${list(ids)}` */
export class List {
  readonly items: readonly string[]
  constructor(items: readonly string[]) {
    this.items = items
  }
}
export const list = (items: readonly string[]) => new List(items)

/** `from ${table(rows, { id: 'text', position: 'integer' })} as row` */
export class Table {
  readonly rows: readonly object[]
  readonly columns: Record<string, 'text' | 'integer'>
  constructor(rows: readonly object[], columns: Record<string, 'text' | 'integer'>) {
    this.rows = rows
    this.columns = columns
  }
}
export const table = <Row extends object>(
  rows: readonly Row[],
  columns: { [Column in keyof Row]: 'text' | 'integer' },
) => new Table(rows, columns)

/** Rows as JSON, made by the database: they go from there to the wire without being taken apart and put together again. */
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

type Query<Result> = (text: TemplateStringsArray, ...values: Value[]) => Promise<Result>

export interface Reader {
  get<Row>(text: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>
  all<Row>(text: TemplateStringsArray, ...values: Value[]): Promise<Row[]>
  /** `json(Card)\`select …\``: all rows, each an object with the members of the schema. */
  json<Schema extends TObject>(schema: Schema): Query<JsonList<Static<Schema>>>
}

export interface Transaction extends Reader {
  /** Answers how many rows it changed. */
  run: Query<number>
  /** Whoever reads an owner's rows in order to decide what to write takes this first, so that such decisions queue. */
  lockOwner(ownerId: string): Promise<unknown>
  /** Of copies that start together, one migrates while the others wait. */
  lockSchema(): Promise<unknown>
  /** Statements that bind nothing, in the dialect of migrations. */
  script(sql: string): Promise<unknown>
}

/**
 * Queries are template tags, prepared once for each place they are written. Reads see what is committed.
 * A transaction awaits nothing but its own queries: others queue behind it. Queries that do not wait for each other may be
 * asked for together; they are carried out in that order. One whose answer does not matter need not be awaited at all: it
 * travels with what comes next, and if any query of a transaction fails, so does the transaction.
 */
export interface Database extends Reader {
  /** For people: which engine, and where. */
  readonly description: string
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction of one statement. */
  write: Pick<Transaction, 'get' | 'run'>
  close(): Promise<void>
}

/** One that was opened to be read as it is. */
export type ReadableDatabase = Omit<Database, 'transaction' | 'write'>

/** The database cannot do it now: out of reach, out of room, read-only. Whoever hears of it may try again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}
