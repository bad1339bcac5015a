import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')
// Not below node_modules, which other checkouts may share.
const folder = 'dist-program'
const sources = ['client', 'command', 'contract', 'server'].map((part) => `src/${part}`)

/**
 * Builds the program as it is published, if its sources have changed since the last time. It is a few files instead of
 * nearly a thousand modules, so a process needs half the time to start.
 */
export default async function buildProgram(project: TestProject): Promise<void> {
  process.env.TEST_PROGRAM = join(root, folder)
  project.onTestsRerun(build)
  await build()
}

async function build(): Promise<void> {
  const { makeOnce } = await import(join(root, 'scripts/make-once.js'))
  await makeOnce(folder, [...sources, 'package-lock.json', 'scripts/bundle.js'], async (made: string) => {
    mkdirSync(made)
    for (const part of ['package.json', 'dist', 'src']) symlinkSync(join(root, part), join(made, part))
    const { bundle, programs } = await import(join(root, 'scripts/bundle.js'))
    await bundle({ ...programs, main: 'src/server/main.ts' }, join(made, 'build'))
  })
}
