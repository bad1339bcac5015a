import { IsBoolean, IsInteger, type Static, type TObject } from 'typebox'

// Fragments of queries that the two engines write differently.

/** `where status_id ${same(statusId)}`: equal, or both are null. */
export class Same {
  readonly value: string | null
  constructor(value: string | null) {
    this.value = value
  }
}
export const same = (value: string | null) => new Same(value)

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
  readonly fields: Record<string, 'text' | 'integer'>
  constructor(rows: readonly object[], fields: Record<string, 'text' | 'integer'>) {
    this.rows = rows
    this.fields = fields
  }
}
export const table = <Row extends object>(
  rows: readonly Row[],
  fields: { [Field in keyof Row]: 'text' | 'integer' },
) => new Table(rows, fields)

/** The fields of a `table` whose rows have these members. */
export const fieldsOf = <Schema extends TObject>({ properties }: Schema) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      IsBoolean(schema) || IsInteger(schema) ? 'integer' : 'text',
    ]),
  ) as Record<keyof Static<Schema>, 'text' | 'integer'>

/**
 * `select ${members(Card)} from cards`: only the members of the schema, so that no other field is ever sent.
 */
export class Members {
  /** The names, as they appear in a query. */
  readonly names: string
  readonly list: readonly { name: string; isBoolean: boolean }[]
  constructor({ properties }: TObject) {
    this.list = Object.entries(properties).map(([name, schema]) => ({ name, isBoolean: IsBoolean(schema) }))
    this.names = this.list.map(({ name }) => name).join(', ')
  }
}

const known = new WeakMap<TObject, Members>()

export function members(schema: TObject): Members {
  const found = known.get(schema) ?? new Members(schema)
  known.set(schema, found)
  return found
}

/** A row selected by `members(schema)`. The engines have no common boolean type, so booleans are 0 or 1. */
export type Row<Schema extends TObject> = {
  [Member in keyof Static<Schema>]: Static<Schema>[Member] extends boolean ? number : Static<Schema>[Member]
}

/** Converts a row to a response: only the members of the schema, whatever else the row contains. */
export function toAnswer<Schema extends TObject>(schema: Schema, row: Row<Schema>): Static<Schema> {
  const answer: Record<string, unknown> = {}
  for (const { name, isBoolean } of members(schema).list) {
    const value = (row as Record<string, unknown>)[name]
    answer[name] = isBoolean ? value === 1 : value
  }
  return answer as Static<Schema>
}
