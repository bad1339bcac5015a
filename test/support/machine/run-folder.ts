import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { placeOfRuns } from './folders.ts'

const prefix = 'inboard-tests-'

/** Everything that a test run writes to the disk is in one folder, which is removed at the end. */
export default function makeRunFolder(): () => void {
  const place = placeOfRuns()
  removeAbandoned(place)
  const folder = join(place, prefix + process.pid)
  mkdirSync(folder)
  process.env.TEST_FOLDER = folder
  return () => remove(folder)
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(place: string): void {
  for (const name of globSync(`${prefix}*`, { cwd: place }))
    if (!isRunning(Number(name.slice(prefix.length)))) remove(join(place, name))
}

/** Another run may be removing it too. If it can't be removed now, no test fails. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    process.stderr.write(`${folder} could not be removed: ${(error as Error).message}\n`)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
