import type { Reporter, TestModule } from 'vitest/node'

/** One plain line at the very end, for whatever reads the output by machine. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) counts.failed++
      for (const test of module.children.allTests()) counts[test.result().state]++
    }
    // Printed last, after the other reporters have had their say.
    process.on('exit', () => {
      console.log(
        `Tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
      )
    })
  }
}
