import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')

/** Builds the program as `npm start` does, so that its processes start in half the time. */
export default async function buildProgram(project: TestProject): Promise<void> {
  process.env.TEST_PROGRAM = join(root, await build())
  project.onTestsRerun(async () => void (await build()))
}

async function build(): Promise<string> {
  // Importing it builds, so each import is a new one.
  const { folder } = await import(`${join(root, 'scripts/program.js')}?${Date.now()}`)
  return folder
}
