import { nothing, raiseCounter } from '../src/server/db/counters.ts'
import type { Reader } from '../src/server/db/database.ts'
import { openDatabase } from '../src/server/db/open.ts'
import type { Plan } from './plan.ts'
import { addCrowd } from './seed.ts'
import type { Store } from './stores.ts'

export interface CounterRows {
  rows: number
  writes: number
  /** The table without its index. */
  bytesBefore: number
  bytesAfter: number
  /** The share of writes that found space in the page of their row, and so touched no index. */
  hot: number
}

/** The size of the table of counters on PostgreSQL after the statement has run a million times. */
export async function measureCounterRows(
  store: Store,
  plan: Plan,
  say: (text: string) => void,
): Promise<CounterRows> {
  const rows = 1000
  const writes = 1_000_000 * plan.scale
  say(`${writes} writes to ${rows} counters …`)
  const database = await store.create('counter_rows')
  await (await openDatabase(database)).close()
  await addCrowd(database, { people: rows, cardsEach: 0 })
  await store.settle(database)
  const size = async () =>
    Number((await store.ask(database, `select pg_relation_size('counters') as bytes`))[0]?.bytes)
  const bytesBefore = await size()
  await store.ask(database, 'set synchronous_commit = off', repeatedly(writes))
  const [updates] = await store.ask(
    database,
    `select n_tup_hot_upd::float / n_tup_upd as hot from pg_stat_user_tables where relname = 'counters'`,
  )
  return { rows, writes, bytesBefore, bytesAfter: await size(), hot: Number(updates?.hot) }
}

/** Each for the next owner, in its own transaction. */
const repeatedly = (times: number) => `do $$
  declare owners text[]; taken bigint; had_cards bigint; had_bytes bigint; newest text;
  begin
    select array_agg(owner_id) into owners from counters;
    for n in 1..${times} loop
      ${statement()} into taken, had_cards, had_bytes, newest;
      commit;
    end loop;
  end $$`

/** As in the server. */
function statement(): string {
  let sql = ''
  const reader = {
    get: async (text: TemplateStringsArray, ...values: (string | number)[]) => {
      sql = String.raw({ raw: text }, ...values)
    },
  }
  void raiseCounter(reader as unknown as Reader, 'owners[1 + n % cardinality(owners)]', nothing)
  return sql
}
