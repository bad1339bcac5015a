import type { Reporter, TestModule } from 'vitest/node'

/** Prints, last of all, which tests could not run and why, and one line of totals that is easy to parse. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    const leftOut: string[] = []
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const result = test.result()
        counts[result.state]++
        if (result.state === 'skipped' && result.note)
          leftOut.push(`Did not run: ${test.fullName} (${result.note}).`)
      }
      // If the set-up of a file fails, vitest reports its tests as skipped: count the file as a failure.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed'))
        counts.failed++
    }
    // On exit, so that it comes after the output of the other reporters.
    process.on('exit', () => {
      for (const sentence of leftOut) console.log(sentence)
      console.log(
        `Tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
      )
    })
  }
}
