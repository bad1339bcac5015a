import { globSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { lineThatRuns } from './line-that-runs.ts'

/**
 * Prints, last of all: which tests could not run and why, the line that runs each failed test alone, what `npm test` leaves out,
 * and one line of totals that is easy to parse.
 */
export default class ClosingLine implements Reporter {
  #leavesOutLong = false

  onInit({ config }: Vitest) {
    this.#leavesOutLong = config.project?.includes('!long-*') ?? false
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    const didNotRun: string[] = []
    const sentences: string[] = []
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const result = test.result()
        counts[result.state]++
        if (result.state === 'failed') {
          const [reason = ''] = result.errors.map(({ message = '' }) => message.split('\n', 1)[0])
          sentences.push(`Failed: ${test.fullName}`, `  ${reason}`, `  ${lineThatRuns(module, test)}`)
        }
        if (result.state === 'skipped' && result.note)
          didNotRun.push(`Did not run: ${test.fullName} (${result.note}).`)
      }
      // If the set-up of a file fails, vitest reports its tests as skipped: count the file as a failure.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) {
        counts.failed++
        sentences.push(`Failed: ${module.relativeModuleId}`, `  ${lineThatRuns(module)}`)
      }
    }
    if (this.#leavesOutLong) {
      const files = globSync('test/long/**/*.test.ts').length
      sentences.push(`Left out: the ${files} files of long tests (test/long). Run them too: npm run test:all`)
    }
    // On exit, so that it comes after the output of the other reporters.
    process.on('exit', () => {
      for (const sentence of [...didNotRun, ...sentences]) console.log(sentence)
      console.log(
        `Tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
      )
    })
  }
}
