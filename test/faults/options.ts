import { parseArgs } from 'node:util'
import { scenarios } from './all.ts'
import { engines, type Scenario, type Size, type Trial } from './scenario.ts'

export interface Options {
  scenarios: Scenario[]
  engines: readonly Trial['engine'][]
  size: Size
  /** The number of operations, in scenarios that count them. */
  operations?: number
  /** The seed of an earlier run, to repeat its choices. */
  seed?: number
  /** Whether to write the results into test/faults/results.md. */
  write: boolean
}

const names = scenarios.map(({ name }) => name)

/** The scenarios that use `--operations`. */
const counting = 'order and converge'

export const usage = `npm run faults                       every scenario on both databases: takes hours
npm run faults -- --quick            a little of each: to see that it works

  --only kill,races   these scenarios only: ${names.join(', ')}
  --engine sqlite     on this database only: ${engines.join(', ')}
  --operations 20000  so many of them, in ${counting}
  --seed 4711         makes the random choices of an earlier run again
  --write             writes the results into test/faults/results.md
`

export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      engine: { type: 'string' },
      operations: { type: 'string' },
      seed: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { quick, only, engine, operations, seed, write } = values
  return {
    scenarios: only ? only.split(',').map(scenarioNamed) : scenarios,
    engines: engine ? [engineNamed(engine)] : engines,
    size: quick ? 'quick' : 'whole',
    ...(operations !== undefined && { operations: wholeNumber('--operations', operations) }),
    ...(seed !== undefined && { seed: wholeNumber('--seed', seed) }),
    write,
  }
}

/** The command that repeats a trial. */
export const commandFor = ({ name }: Scenario, { engine, size, seed, operations }: Trial): string =>
  [
    `npm run faults -- --only ${name} --engine ${engine} --seed ${seed}`,
    ...(size === 'whole' ? [] : ['--quick']),
    ...(operations === undefined ? [] : [`--operations ${operations}`]),
  ].join(' ')

function wholeNumber(option: string, given: string): number {
  if (!/^[0-9]{1,10}$/.test(given)) throw new Error(`${option} takes a whole number; it is "${given}".`)
  return Number(given)
}

function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario "${name}", but ${names.join(', ')}.`)
  return found
}

function engineNamed(name: string): Trial['engine'] {
  const found = engines.find((engine) => engine === name)
  if (!found) throw new Error(`--engine takes ${engines.join(' or ')}; it is "${name}".`)
  return found
}
