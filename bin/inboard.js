#!/usr/bin/env node
// Runs on any Node that knows modules, so that one that is too old is told what is missing.
const oldest = 26
const [major] = process.versions.node.split('.')
if (Number(major) < oldest) {
  console.error(
    `Inboard needs Node ${oldest} or later. This is Node ${process.versions.node}: install a newer one from https://nodejs.org, or use the executable, which needs none.`,
  )
  process.exitCode = 1
} else {
  const { enableCompileCache } = await import('node:module')
  const { compileCacheFolder } = await import('./compile-cache.js')
  const folder = compileCacheFolder()
  if (folder) enableCompileCache(folder)
  await import('../build/inboard.js')
}
