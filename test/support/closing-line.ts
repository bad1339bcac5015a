import type { Reporter, TestModule } from 'vitest/node'

/** One plain line at the very end, for whatever reads the output by machine. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      for (const state of states) counts[state]++
      // A file whose set-up fails has tests that are merely left out.
      if (module.state() === 'failed' && !states.includes('failed')) counts.failed++
    }
    // Last, after the other reporters have had their say.
    process.on('exit', () => {
      console.log(
        `Tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
      )
    })
  }
}
