import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { placeOfRuns } from './folders.ts'

const prefix = 'inboard-tests-'

/** Everything that a test run leaves on the disk lies in one folder, which is removed at its end. */
export default function makeRunFolder(): () => void {
  const place = placeOfRuns()
  removeAbandoned(place)
  const folder = join(place, prefix + process.pid)
  mkdirSync(folder)
  process.env.TEST_FOLDER = folder
  return () => remove(folder)
}

/** Runs that were killed could not tidy up. */
function removeAbandoned(place: string): void {
  for (const name of globSync(`${prefix}*`, { cwd: place }))
    if (!isRunning(Number(name.slice(prefix.length)))) remove(join(place, name))
}

/** Another run may be removing it too, and what cannot be removed now fails no test. */
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
