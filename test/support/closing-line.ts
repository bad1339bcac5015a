import type { Reporter, TestModule } from 'vitest/node'

/** At the very end: what could not run and why, and one plain line for whatever reads the output by machine. */
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
      // A file whose set-up fails has tests that are merely left out.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed'))
        counts.failed++
    }
    // Last, after the other reporters have had their say.
    process.on('exit', () => {
      for (const sentence of leftOut) console.log(sentence)
      console.log(
        `Tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
      )
    })
  }
}
