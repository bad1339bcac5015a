/**
 * `npm run sabotage`: undoes mended bugs, one at a time, in a checkout of its own, and sees whether the tests
 * notice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argumentsOr } from '../support/machine/arguments.ts'
import { choose } from './choose.ts'
import { filesOfHead, git, history } from './git.ts'
import { isMend } from './mending.ts'
import { readOptions, usage } from './options.ts'
import { endAll } from './processes.ts'
import { outcomeOf, summaryOf, tableOf, undoneLines } from './report.ts'
import { isFinished, Results } from './results.ts'
import { Trial } from './trial.ts'
import { Worktree } from './worktree.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

const options = argumentsOr(usage, readOptions)
const commits = history()
const mends = commits.filter(isMend)
say(`${mends.length} of ${commits.length} commits have mended a bug.`)
const wanted = options.only
  ? commits.filter(({ id }) => id.startsWith(options.only ?? '') || options.only?.startsWith(id))
  : mends
const mutants = await choose(wanted, options, filesOfHead('src'), ({ id, subject }, reasons) => {
  if (options.list) say(`Passed over: ${id} ${subject}${reasons.map((reason) => `\n    ${reason}`).join('')}`)
})
say(`${mutants.length} ${mutants.length === 1 ? 'is' : 'are'} brought back, by the seed ${options.seed}.\n`)

if (options.list)
  for (const mutant of mutants)
    console.log(
      `${mutant.commit.id} ${mutant.commit.subject}\n    ${mutant.id} ${mutant.path}:${mutant.line}\n    ${undoneLines(mutant)}`,
    )
else await tryAll()

async function tryAll(): Promise<void> {
  const results = new Results(options.results)
  const worktree = new Worktree()
  const scratch = mkdtempSync(join(tmpdir(), 'inboard-sabotage-output-'))
  process.on('exit', () => {
    endAll()
    worktree.remove()
    rmSync(scratch, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  const trial = new Trial(worktree, scratch, options.minutes, filesOfHead('test'))
  const last = options.quickly ? 'nearest' : 'test:all'
  say(`At ${git('rev-parse', '--short', 'HEAD').trim()}, in ${worktree.folder}`)
  for (const [index, mutant] of mutants.entries()) {
    let result = results.of(mutant.id)
    while (!isFinished(result, last)) {
      result = await trial.advance(mutant, result)
      results.keep(result)
    }
    say(`${index + 1} of ${mutants.length}: ${mutant.commit.id} ${mutant.path}: ${outcomeOf(result)}`)
    if (result.found?.why) say(`    ${result.found.why}`)
  }
  const rows = mutants.map((mutant) => ({ mutant, result: results.of(mutant.id) }))
  const { text, isEnough } = summaryOf(
    rows.map(({ result }) => result),
    options.quickly,
  )
  console.log(`${tableOf(rows)}\n\n${text}`)
  process.exitCode = isEnough ? 0 : 1
}
