import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of a test run. It is removed with everything in it. */
export const runFolder = () => process.env.TEST_FOLDER ?? tmpdir()

/** A new folder for databases. */
export const newDataFolder = (prefix = 'inboard-') => mkdtempSync(join(runFolder(), prefix))

const memory = '/dev/shm'
const gibibyte = 2 ** 30

/** Databases of tests need not survive a power failure, so they don't wait for a disk. */
export const placeOfRuns = () => (hasRoom(memory, 2 * gibibyte) ? memory : tmpdir())

/** In a container, it may be tiny. */
function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes
  } catch {
    return false
  }
}
