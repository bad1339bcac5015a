import { parseArgs } from 'node:util'
import { scenarios } from './all.ts'
import { engines, type Scenario, type Trial } from './scenario.ts'

export interface Options {
  scenarios: Scenario[]
  engines: readonly Trial['engine'][]
  quick: boolean
  /** Whether to write the results into docs/reliability.md. */
  write: boolean
}

const names = scenarios.map(({ name }) => name)

export const usage = `npm run faults                       every scenario on both databases: takes hours
npm run faults -- --quick            a little of each: to see that it works

  --only kill,races   these scenarios only: ${names.join(', ')}
  --engine sqlite     on this database only: ${engines.join(', ')}
  --write             writes the results into docs/reliability.md
`

export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      engine: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { quick, only, engine, write } = values
  return {
    scenarios: only ? only.split(',').map(scenarioNamed) : scenarios,
    engines: engine ? [engineNamed(engine)] : engines,
    quick,
    write,
  }
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
