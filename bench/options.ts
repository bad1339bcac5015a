import { parseArgs } from 'node:util'
import { type Operation, operationNamed, operations } from './operations.ts'
import { type Plan, quickPlan, wholePlan } from './plan.ts'

export interface Options {
  what: 'limit' | 'growth' | 'small'
  where: 'sqlite' | 'embedded postgres' | URL
  plan: Plan
  operations: Operation[]
  soakMinutes: number
  /** Whether the figures go into docs/ too. */
  write: boolean
  /** As it was called. */
  command: string
}

export const usage = `npm run bench                        against the bare limit, on SQLite
npm run bench -- --postgres          the same on PostgreSQL, started for it
npm run bench -- --database <url>    the same on a PostgreSQL that is there (makes databases of its own on it)
npm run bench -- --growth            with a million cards against none, and in ever longer columns
npm run bench -- --small             start, memory, and five minutes under load

  --quick            far shorter: to see that it works. The figures mean little
  --only read,move   these operations only: ${operations.map(({ name }) => name).join(', ')}
  --soak <minutes>   instead of five
  --write            writes into docs/ even what was quick or partial
`

export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      database: { type: 'string' },
      growth: { type: 'boolean', default: false },
      small: { type: 'boolean', default: false },
      soak: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { quick, only, postgres, database, growth, small, write } = values
  return {
    what: growth ? 'growth' : small ? 'small' : 'limit',
    where: database ? postgresAddress(database) : postgres ? 'embedded postgres' : 'sqlite',
    plan: quick ? quickPlan : wholePlan,
    operations: only ? only.split(',').flatMap(operationsLike) : operations,
    soakMinutes: Number(values.soak ?? (quick ? 0.2 : 5)),
    write: write || !(quick || only),
    command: ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' '),
  }
}

function postgresAddress(text: string): URL {
  const address = URL.parse(text)
  if (!address?.protocol.startsWith('postgres'))
    throw new Error(`--database takes postgres://user:password@host/database; it is "${text}".`)
  return address
}

/** By its name, or by how its name begins: `move` is every way to move. */
function operationsLike(name: string): Operation[] {
  const found = operations.filter((operation) => operation.name.split('-')[0] === name)
  return found.length > 0 ? found : [operationNamed(name)]
}
