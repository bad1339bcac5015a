import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Operation, operationNamed, operations } from './operations.ts'
import { type Plan, quickPlan, wholePlan } from './plan.ts'

export interface Options {
  what: 'limit' | 'against' | 'growth' | 'small' | 'compression' | 'streams' | 'shards'
  where: 'sqlite' | 'embedded postgres' | URL
  /** Another checkout of Inboard to measure this one against. */
  other: string
  plan: Plan
  operations: Operation[]
  soakMinutes: number
  /** Whether the results are also written to bench/results. */
  write: boolean
  /** The command line. */
  command: string
}

export const usage = `npm run bench                        against the bare limit, on SQLite
npm run bench -- --postgres          the same on PostgreSQL, started for it
npm run bench -- --database <url>    the same on a PostgreSQL that is there (makes databases of its own on it)
npm run bench -- --against <dir>     against another checkout of Inboard that is installed and built; prints only
npm run bench -- --growth            with a million cards against none, and in ever longer columns
npm run bench -- --small             start, memory, and five minutes under load
npm run bench -- --compression       a list of 500 cards in each encoding, at each level
npm run bench -- --streams           10,000 open streams, catching up, and the rows of the counters; also with --postgres
npm run bench -- --shards --database <url>
                                     on one PostgreSQL, and on one, two and four nodes of a Citus cluster on this machine,
                                     whose coordinator this is

  --quick            far shorter: to see that it works. The figures mean little
  --only read,move   these operations only: ${operations.map(({ name }) => name).join(', ')}
  --connections 32   with that many only, instead of 32 and then one
  --rounds <number>  instead of ten of either side
  --soak <minutes>   instead of five
  --write            writes even what was quick or partial
`

export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      connections: { type: 'string' },
      rounds: { type: 'string' },
      against: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      database: { type: 'string' },
      growth: { type: 'boolean', default: false },
      small: { type: 'boolean', default: false },
      compression: { type: 'boolean', default: false },
      streams: { type: 'boolean', default: false },
      shards: { type: 'boolean', default: false },
      soak: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { quick, only, against, postgres, database, growth, small, compression, streams, shards, write } =
    values
  const usual = quick ? quickPlan : wholePlan
  return {
    what:
      (against && 'against') ||
      (growth && 'growth') ||
      (small && 'small') ||
      (compression && 'compression') ||
      (streams && 'streams') ||
      (shards && 'shards') ||
      'limit',
    where: database ? postgresAddress(database) : postgres ? 'embedded postgres' : 'sqlite',
    other: against ? checkout(against) : '',
    plan: {
      ...usual,
      rounds: count('rounds', values.rounds) ?? usual.rounds,
      connections: [count('connections', values.connections) ?? usual.connections].flat(),
    },
    operations: only ? only.split(',').flatMap(operationsLike) : operations,
    soakMinutes: Number(values.soak ?? (quick ? 0.2 : 5)),
    write: write || !(quick || only || values.connections || values.rounds),
    command: ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' '),
  }
}

function postgresAddress(text: string): URL {
  const address = URL.parse(text)
  if (!address?.protocol.startsWith('postgres'))
    throw new Error(`--database takes postgres://user:password@host/database; it is "${text}".`)
  return address
}

function checkout(folder: string): string {
  if (!existsSync(resolve(folder, 'src/server/main.ts')))
    throw new Error(`--against takes the folder of another Inboard; "${folder}" is none.`)
  return resolve(folder)
}

function count(option: string, given: string | undefined): number | undefined {
  if (given !== undefined && !/^[1-9]\d{0,3}$/.test(given))
    throw new Error(`--${option} takes a whole number; it is "${given}".`)
  return given === undefined ? undefined : Number(given)
}

/** By its name, or the beginning of its name: `move` means every kind of move. */
function operationsLike(name: string): Operation[] {
  const found = operations.filter((operation) => operation.name.split('-')[0] === name)
  return found.length > 0 ? found : [operationNamed(name)]
}
