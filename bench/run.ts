/**
 * `npm run bench`: how far Inboard is from what the machine could do. See docs/performance.md; the tables are
 * in bench/results.
 */
import { argumentsOr } from '../test/support/machine/arguments.ts'
import { measureAgainst } from './against.ts'
import { measureCatchingUp } from './catching-up.ts'
import { measureCompression } from './compression.ts'
import { measureCounterRows } from './counter-rows.ts'
import { measureCrowd, measureCurve } from './growth.ts'
import { measureLimit } from './limit.ts'
import { type Options, readOptions, usage } from './options.ts'
import { many } from './plan.ts'
import {
  againstTables,
  arrivalsTable,
  catchingUpTable,
  circumstances,
  compressionTable,
  counterRowsText,
  crowdsTable,
  crowdTable,
  curveTable,
  distributedTable,
  durableTable,
  idlingTable,
  latencyTable,
  limitTables,
  results,
  type Section,
  smallTables,
  tripsTable,
  waitingTable,
  writeSection,
} from './report.ts'
import { measureShards } from './shards.ts'
import { measureSmallness } from './small.ts'
import { openStore, type Store } from './stores.ts'
import { measureStreams } from './streams.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

function publish({ command, write }: Options, store: Store, section: Section, tables: string): void {
  const text = `${circumstances(command, store)}\n\n${tables}`
  console.log(`\n${text}\n`)
  if (!write) return
  writeSection(section, text)
  say(`Written into ${results}.`)
}

async function limit(options: Options, store: Store): Promise<void> {
  const { comparisons, durable, trips } = await measureLimit(store, options.operations, options.plan, say)
  const tables = [
    limitTables(comparisons, store.engine),
    ...(durable.length > 0 ? [durableTable(durable)] : []),
    ...(trips.length > 0 ? [tripsTable(trips)] : []),
  ]
  publish(options, store, store.engine, tables.join('\n\n'))
}

async function against({ other, operations, plan, command }: Options, store: Store): Promise<void> {
  const comparisons = await measureAgainst(store, other, operations, plan, say)
  console.log(`\n${circumstances(command, store)}\n\n${againstTables(comparisons)}\n`)
}

async function growth(options: Options, store: Store): Promise<void> {
  const plan = { ...options.plan, connections: [many] }
  const crowd = { people: 10_000 * plan.scale, cardsEach: 100 }
  const comparisons = await measureCrowd(store, options.operations, plan, crowd, say)
  const columns = await measureCurve(store, options.plan, say)
  const tables = `${crowdTable(comparisons)}\n\n${curveTable(columns)}`
  publish(options, store, `growth-${store.engine}`, tables)
}

async function small(options: Options, store: Store): Promise<void> {
  const smallness = await measureSmallness(store, options.plan, options.soakMinutes, say)
  publish(options, store, 'small', smallTables(smallness))
}

async function compression(options: Options, store: Store): Promise<void> {
  const { whole, compressions } = await measureCompression(500, 10 * options.plan.rounds)
  publish(options, store, 'compression', compressionTable(whole, compressions))
}

async function streams(options: Options, store: Store): Promise<void> {
  const { plan } = options
  const { crowds, idlings } = await measureStreams(store, plan, say)
  const catchUps = await measureCatchingUp(store, plan, say)
  const parts = [crowdsTable(crowds), arrivalsTable(crowds), idlingTable(idlings), catchingUpTable(catchUps)]
  if (store.engine === 'postgres') parts.push(counterRowsText(await measureCounterRows(store, plan, say)))
  publish(options, store, `streams-${store.engine}`, parts.join('\n\n'))
}

async function shards(options: Options, store: Store): Promise<void> {
  const { where, operations, plan } = options
  if (!(where instanceof URL)) throw new Error('--shards takes --database too.')
  const { version, distributed, waiting } = await measureShards(where, operations, plan, say)
  const tables = [distributedTable(distributed), latencyTable(distributed), waitingTable(waiting)]
  const described = { ...store, description: `${store.description}, Citus ${version}` }
  publish(options, described, 'shards', tables.join('\n\n'))
}

const options = argumentsOr(usage, readOptions)
await using closing = new AsyncDisposableStack()
const store = closing.adopt(await openStore(options.where), (store) => store.close())
await { limit, against, growth, small, compression, streams, shards }[options.what](options, store)
