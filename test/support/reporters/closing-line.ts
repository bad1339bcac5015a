import { globSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { engineNames, findEngine } from '../engines/find.ts'
import { lineThatRuns } from './line-that-runs.ts'

/**
 * Prints, at the very end: the tests that could not run and why, the reason of each failure with the line
 * that repeats it, what `npm test` leaves out, and one line of totals that is easy to parse.
 */
export default class ClosingLine implements Reporter {
  #leavesOutLong = false

  onInit({ config }: Vitest) {
    this.#leavesOutLong = config.project?.includes('!long-*') ?? false
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const didNotRun: string[] = []
    const sentences: string[] = []
    /** In its own module, if that is known. */
    const fail = (
      what: string,
      [error]: readonly SerializedError[],
      module?: TestModule,
      test?: TestCase,
    ) => {
      sentences.push(`Failed: ${what}`, ...(error ? reasonOf(error) : []))
      if (module) sentences.push(`  ${lineThatRuns(module, test)}`)
    }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result()
        counts[result.state]++
        if (result.state === 'failed') fail(test.fullName, result.errors, module, test)
        if (result.state === 'skipped' && result.note)
          didNotRun.push(`Did not run: ${test.fullName} (${result.note}).`)
      }
      // Errors outside of tests, such as in hooks, are failures of the file. vitest reports its tests as
      // skipped.
      for (const around of [module, ...module.children.allSuites()]) {
        const reasons = around.errors()
        if (reasons.length === 0) continue
        counts.failed++
        fail(
          around.type === 'module' ? module.relativeModuleId : `around ${around.fullName}`,
          reasons,
          module,
        )
      }
    }
    for (const error of errors) {
      counts.failed++
      const module = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)
      fail('an error that nobody has caught', [error], module)
    }
    if (this.#leavesOutLong) {
      const [long, rules] = ['long', 'rules'].map((folder) => globSync(`test/${folder}/**/*.test.ts`).length)
      sentences.push(
        `Left out: the ${long} files of test/long, and the ${rules} of test/rules on PostgreSQL. To run them too: npm run test:all`,
      )
    }
    const missing = modules.some(({ project }) => project.name.endsWith('engines'))
      ? engineNames.filter((name) => !findEngine(name))
      : []
    if (missing.length > 0)
      sentences.push(
        `Not installed here: ${missing.join(' and ')}. To install what is missing, and to run the app in every engine: npm run test:engines -- --install`,
      )
    // On exit, so that it comes after the output of the other reporters.
    process.on('exit', () => {
      for (const sentence of [...didNotRun, ...sentences]) console.log(sentence)
      console.log(
        `Tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
      )
    })
  }
}

const mostLines = 4
const mostCharacters = 300

/** For a browser, the second line says what was waited for; for a property, the counterexample. */
const reasonOf = ({ message = '', cause }: SerializedError) =>
  stripVTControlCharacters([message, cause?.message].join('\n'))
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, mostLines)
    .map((line) => `  ${line.slice(0, mostCharacters)}`)
