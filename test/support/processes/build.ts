import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')
// Not below node_modules, which other checkouts may share.
const folder = join(root, 'dist-program')

/**
 * Builds the program as it is published, if its sources have changed since the last time. It is a few files instead of
 * nearly a thousand modules, so a process needs half the time to start.
 */
export default async function buildProgram(project: TestProject): Promise<void> {
  process.env.TEST_PROGRAM = folder
  project.onTestsRerun(build)
  await build()
}

async function build(): Promise<void> {
  const wanted = sources()
  if (lastBuilt() === wanted) return
  // Beside its place, and put there whole: another run may be starting servers meanwhile.
  const made = `${folder}-${process.pid}`
  mkdirSync(made, { recursive: true })
  for (const part of ['package.json', 'dist', 'src']) symlinkSync(join(root, part), join(made, part))
  const { bundle } = await import(join(root, 'scripts/bundle.js'))
  const entries = {
    inboard: 'src/command/inboard.ts',
    main: 'src/server/main.ts',
    worker: 'src/server/heavy/worker.ts',
    agents: 'src/server/agents/worker.ts',
  }
  await bundle(entries, join(made, 'build'))
  writeFileSync(join(made, 'built-from'), wanted)
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
}

/** One name for everything that the program is made of. */
function sources(): string {
  const hash = createHash('sha256')
  const own = globSync('src/{client,command,contract,server}/**/*.ts', { cwd: root }).sort()
  for (const file of [...own, 'package-lock.json', 'scripts/bundle.js'])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function lastBuilt(): string | undefined {
  try {
    return readFileSync(join(folder, 'built-from'), 'utf8')
  } catch {
    return undefined
  }
}
