/**
 * `npm run faults`: runs the scenarios, and can write their results into results.md. docs/reliability.md
 * describes them.
 */
import { inspect } from 'node:util'
import { argumentsOr } from '../support/machine/arguments.ts'
import { newSeed } from '../support/machine/chance.ts'
import { cleanUp } from '../support/processes/process.ts'
import { commandFor, readOptions, usage } from './options.ts'
import { circumstances, page, type Row, rowOf, tableOf, writeRows } from './report.ts'
import type { Outcome, Scenario, Trial } from './scenario.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

/** A scenario that could not run counts as wrong, because it has shown nothing. */
async function attempt(scenario: Scenario, trial: Trial): Promise<Outcome> {
  try {
    return await scenario.run(trial)
  } catch (error) {
    return { tries: 0, wrong: [`It could not run: ${inspect(error)}`] }
  }
}

const options = argumentsOr(usage, readOptions)
// Ctrl-C reaches only this process, because the servers have process groups of their own.
process.on('exit', cleanUp)
const heading = await circumstances()
const rows: Row[] = []
const wrong: string[] = []
for (const scenario of options.scenarios) {
  for (const engine of scenario.engines.filter((one) => options.engines.includes(one))) {
    const name = `${scenario.name} on ${engine}`
    say(`${name} …`)
    const start = performance.now()
    const { size, operations, seed = newSeed() } = options
    const trial = {
      engine,
      size,
      seed,
      ...(operations && { operations }),
      say: (progress: string) => say(`  ${name}: ${progress}`),
    }
    const outcome = await attempt(scenario, trial)
    if (outcome.leftOut) {
      say(`${name} is left out: ${outcome.leftOut}`)
      continue
    }
    for (const one of outcome.wrong) {
      const sentence = `${name}: ${one}`
      say(sentence)
      wrong.push(sentence)
    }
    if (outcome.wrong.length > 0) wrong.push(`${name}, again: ${commandFor(scenario, trial)}`)
    rows.push(rowOf(scenario, trial, outcome, performance.now() - start))
    if (options.write) writeRows(heading, rows)
  }
}

console.log(`${heading}\n\n${tableOf(rows)}`)
if (options.write) say(`\nWritten into ${page}.`)
if (wrong.length > 0) console.log(`\n${wrong.join('\n')}`)
process.exitCode = wrong.length > 0 ? 1 : 0
