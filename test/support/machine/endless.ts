import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect } from 'vitest'

// An endless loop blocks its process, which then cannot give up on it. A thread beside it can: it hears a tick every second and
// ends the process where there is none for two minutes, which vitest reports.

declare global {
  var endless: Worker | undefined
}

function watch(): Worker {
  const watcher = new Worker(new URL('endless-watcher.ts', import.meta.url))
  watcher.unref()
  setInterval(() => watcher.postMessage('tick'), 1000).unref()
  return watcher
}

// Whoever is at a breakpoint takes longer.
if (!inspector.url()) {
  // Files share their process.
  globalThis.endless ??= watch()
  const { testPath } = expect.getState()
  globalThis.endless.postMessage(testPath)
  beforeEach(({ task }) => globalThis.endless?.postMessage(`${testPath}: ${task.name}`))
}
