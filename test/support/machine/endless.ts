import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect } from 'vitest'

// An endless loop blocks its process, so its timeouts never fire. A thread beside it can act: it expects a
// tick every second, and ends the process after two minutes without one, which vitest reports.

declare global {
  var endless: Worker | undefined
}

function watch(): Worker {
  const watcher = new Worker(new URL('endless-watcher.ts', import.meta.url))
  watcher.unref()
  setInterval(() => watcher.postMessage('tick'), 1000).unref()
  return watcher
}

// A debugger may stop the process for longer.
if (!inspector.url()) {
  // Test files share a process.
  globalThis.endless ??= watch()
  const { testPath } = expect.getState()
  globalThis.endless.postMessage(testPath)
  beforeEach(({ task }) => globalThis.endless?.postMessage(`${testPath}: ${task.name}`))
}
