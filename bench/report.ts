import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { resolve } from 'node:path'
import { levels } from '../src/server/http/compression.ts'
import type { CatchUp } from './catching-up.ts'
import type { Comparison } from './compare.ts'
import type { Compression } from './compression.ts'
import type { CounterRows } from './counter-rows.ts'
import { fine, mebibytes, ratio, table, whole } from './markdown.ts'
import { type Cost, type Distributed, streams, type Waiting } from './shards.ts'
import type { Smallness } from './small.ts'
import { median, type Spread } from './statistics.ts'
import type { Store } from './stores.ts'
import type { Arrivals } from './stream-clients.ts'
import type { Crowd, Idling } from './streams.ts'
import type { Trips } from './trips.ts'

export type Section =
  | 'sqlite'
  | 'postgres'
  | 'growth-sqlite'
  | 'growth-postgres'
  | 'small'
  | 'compression'
  | 'streams-sqlite'
  | 'streams-postgres'
  | 'shards'

export const results = resolve(import.meta.dirname, 'results/README.md')

/** The text between the two comments of this name in bench/results/README.md. */
export function writeSection(section: Section, text: string): void {
  const page = readFileSync(results, 'utf8')
  const [open, close] = [`<!-- bench:${section} -->`, `<!-- end of bench:${section} -->`]
  const [before, rest = ''] = page.split(open)
  const [old, after] = rest.split(close)
  if (old === undefined || after === undefined) throw new Error(`${results} has no place for "${section}".`)
  writeFileSync(results, `${before}${open}\n\n${text}\n\n${close}${after}`)
}

export const circumstances = (command: string, { description }: Store) =>
  `Measured on ${new Date().toISOString().slice(0, 10)} with \`${command}\`: ${availableParallelism()} cores` +
  ` (${cpus()[0]?.model.trim()}), Node ${process.version}, ${description}.`

export const limitTables = (comparisons: Comparison[], engine: Store['engine']) =>
  byConnections(comparisons, (rows) => limitTable(rows, engine))

export const againstTables = (comparisons: Comparison[]) => byConnections(comparisons, againstTable)

function byConnections(comparisons: Comparison[], tableOf: (rows: Comparison[]) => string): string {
  const counts = [...new Set(comparisons.map(({ connections }) => connections))]
  return counts
    .map((count) => {
      const rows = comparisons.filter(({ connections }) => connections === count)
      const heading = count === 1 ? 'One connection' : `${count} connections`
      return `**${heading}**\n\n${tableOf(rows)}`
    })
    .join('\n\n')
}

/** The lowest acceptable share of the bare limit, by CPU time. */
export const targetOf = (
  { operation: { target } }: Pick<Comparison, 'operation'>,
  engine: Store['engine'],
) => (engine === 'postgres' ? 0.75 : target)

const limitTable = (comparisons: Comparison[], engine: Store['engine']) =>
  table(
    [
      '',
      'of the limit, by CPU',
      'wanted',
      'CPU µs',
      'bare',
      'by requests/s',
      'requests/s',
      'bare',
      'p50 ms',
      'bare',
      'p99 ms',
      'bare',
    ],
    comparisons.map((comparison) => {
      const { operation, figures, cpu, speed } = comparison
      const [inboard, bare] = figures
      return [
        operation.title,
        ratio(cpu),
        targetOf(comparison, engine)?.toFixed(2) ?? '',
        whole(inboard.cpu),
        whole(bare.cpu),
        ratio(speed),
        whole(inboard.perSecond),
        whole(bare.perSecond),
        fine(inboard.p50),
        fine(bare.p50),
        fine(inboard.p99),
        fine(bare.p99),
      ]
    }),
  )

const againstTable = (comparisons: Comparison[]) =>
  table(
    [
      '',
      'CPU, this / other',
      'CPU µs',
      'other',
      'requests/s, this / other',
      'requests/s',
      'other',
      'p50 ms',
      'other',
      'p99 ms',
      'other',
    ],
    comparisons.map(({ operation, cpu, speed, figures: [ours, other] }) => [
      operation.title,
      ratio(inverse(cpu)),
      whole(ours.cpu),
      whole(other.cpu),
      ratio(speed),
      whole(ours.perSecond),
      whole(other.perSecond),
      fine(ours.p50),
      fine(other.p50),
      fine(ours.p99),
      fine(other.p99),
    ]),
  )

export const durableTable = (comparisons: Comparison[]) =>
  `**One connection, and a bare server that waits for the disk too**\n\n${table(
    ['', 'by CPU', 'by requests/s', 'p50 ms', 'bare'],
    comparisons.map(({ operation, cpu, speed, figures: [inboard, bare] }) => [
      operation.title,
      ratio(cpu),
      ratio(speed),
      fine(inboard.p50),
      fine(bare.p50),
    ]),
  )}`

export const tripsTable = (trips: Trips[]) =>
  table(
    ['', 'statements', 'bare', 'round trips', 'bare'],
    trips.map(({ operation, inboard, bare }) => [
      operation.title,
      ...[inboard.statements, bare.statements, inboard.roundTrips, bare.roundTrips].map(String),
    ]),
  )

export const crowdTable = (comparisons: Comparison[]) =>
  table(
    ['', 'CPU, crowded for one alone', 'CPU µs, crowded', 'alone', 'p50 ms, crowded', 'alone'],
    comparisons.map(({ operation, cpu, figures: [crowded, alone] }) => [
      operation.title,
      ratio(inverse(cpu)),
      whole(crowded.cpu),
      whole(alone.cpu),
      fine(crowded.p50),
      fine(alone.p50),
    ]),
  )

const inverse = ({ low, median, high }: Spread): Spread => ({
  low: 1 / high,
  median: 1 / median,
  high: 1 / low,
})

/** In the column that the card moves in. */
export const cardsIn = ({ boards }: Comparison['operation']) => boards[0]?.[0] ?? 1

export const curveTable = (comparisons: Comparison[]) =>
  table(
    ['', 'CPU µs', 'bare', 'µs for each card', 'bare'],
    comparisons.map(({ operation, figures: [inboard, bare] }) => {
      const cards = cardsIn(operation)
      return [
        operation.title,
        whole(inboard.cpu),
        whole(bare.cpu),
        fine(inboard.cpu / cards),
        fine(bare.cpu / cards),
      ]
    }),
  )

export function smallTables({ inboard, bare, requests, npmStart, node, soak }: Smallness): string {
  const sizes = table(
    ['', 'Inboard', 'bare'],
    [
      ['start to ready, ms', whole(inboard.start), whole(bare.start)],
      ['resident, idle', mebibytes(inboard.idle), mebibytes(bare.idle)],
      [`resident, after ${whole(requests)} requests`, mebibytes(inboard.loaded), mebibytes(bare.loaded)],
      ['`npm start`, and Node printing a line, ms', whole(npmStart), whole(node)],
    ],
  )
  const tenth = Math.ceil(soak.length / 10)
  const tenths = Array.from({ length: 10 }, (_, n) => soak.slice(n * tenth, (n + 1) * tenth)).filter(
    (samples) => samples.length > 0,
  )
  const course = tenths.map((samples) => mebibytes(median(samples))).join(', ')
  return `${sizes}\n\nResident memory in each tenth of the time under load: ${course}.`
}

export const compressionTable = (whole: number, compressions: Compression[]) =>
  table(
    ['encoding, level', 'bytes', 'times smaller', 'CPU ms'],
    [
      ['none', whole.toLocaleString('en'), '', ''],
      ...compressions.map(({ encoding, level, bytes, cpu }) => {
        const name = `${encoding} ${level}`
        return [
          levels[encoding] === level ? `**${name}**` : name,
          bytes.toLocaleString('en'),
          (whole / bytes).toFixed(2),
          fine(cpu),
        ]
      }),
    ],
  )

const nameOf = ({ accounts, streams }: Crowd) => `${whole(streams)} streams of ${whole(accounts)} accounts`

export const crowdsTable = (crowds: Crowd[]) =>
  table(
    ['', 'resident, no streams', 'all streams', 'for each'],
    crowds.map((crowd) => [
      nameOf(crowd),
      mebibytes(crowd.alone),
      mebibytes(crowd.crowded),
      `${fine((crowd.crowded - crowd.alone) / crowd.streams / 1024)} KiB`,
    ]),
  )

export const arrivalsTable = (crowds: Crowd[]) =>
  table(
    ['p50 and p99, ms', 'change answered', 'has arrived', 'after the answer'],
    crowds.flatMap((crowd) => [
      arrivalsRow(`${nameOf(crowd)}, changed on this instance`, crowd.here),
      ...(crowd.elsewhere ? [arrivalsRow(`${nameOf(crowd)}, on another one`, crowd.elsewhere)] : []),
    ]),
  )

const arrivalsRow = (title: string, { answered, arrived, behind }: Arrivals) => [
  title,
  ...[answered, arrived, behind].map(({ p50, p99 }) => `${fine(p50)}, ${fine(p99)}`),
]

const percent = (share: number) => `${(100 * share).toFixed(2)} %`

export const idlingTable = (idlings: Idling[]) =>
  table(
    ['at rest', 'CPU of Inboard', 'CPU of PostgreSQL'],
    idlings.map(({ accounts, inboard, postgres }) => [
      `${whole(accounts)} streams, each of its own account`,
      percent(inboard),
      postgres === undefined ? '' : percent(postgres),
    ]),
  )

export const catchingUpTable = (results: CatchUp[]) =>
  table(
    ['', 'CPU µs', 'p50 ms', 'bytes'],
    results.map(({ cards, changed, cpu, took, bytes }) => [
      `${whole(changed)} of ${whole(cards)} cards changed`,
      whole(cpu),
      fine(took),
      whole(bytes),
    ]),
  )

export const counterRowsText = ({ rows, writes, bytesBefore, bytesAfter, hot }: CounterRows) =>
  `The statement that takes a number, run ${whole(writes)} times over ${whole(rows)} counters, each time in a transaction of its` +
  ` own: ${percent(hot)} of the updates were HOT, and the table grew from ${whole(bytesBefore / 1024)} to` +
  ` ${whole(bytesAfter / 1024)} KiB.`

const sizes = ['one PostgreSQL', 'one node', 'two nodes', 'four nodes']

const parts = ({ instance, coordinator, workers }: Cost) =>
  [instance, coordinator, workers].map(whole).join(' + ')

export const distributedTable = (distributed: Distributed[]) =>
  table(
    [
      'CPU µs of the instance, the coordinator and the nodes',
      ...sizes.slice(0, distributed[0]?.costs.length),
      'all, most nodes / one PostgreSQL',
    ],
    distributed.map(({ operation, costs, more }) => [operation.title, ...costs.map(parts), ratio(more)]),
  )

export const latencyTable = (distributed: Distributed[]) =>
  table(
    ['p50 ms, one request after the other', ...sizes.slice(0, distributed[0]?.costs.length)],
    distributed.map(({ operation, costs }) => [operation.title, ...costs.map(({ p50 }) => fine(p50))]),
  )

export const waitingTable = (waiting: Waiting[]) =>
  table(
    [`${whole(streams)} streams at rest, of a core`, 'instance', 'coordinator', 'nodes'],
    waiting.map(({ instance, coordinator, nodes }, side) => [
      sizes[side] ?? '',
      ...[instance, coordinator, nodes].map(percent),
    ]),
  )
