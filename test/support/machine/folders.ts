import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for databases: those of tests need not survive a power cut, so they do not wait for a disk. */
export const newDataFolder = (prefix = 'inboard-') => mkdtempSync(join(place, prefix))

const memory = '/dev/shm'
const gibibyte = 2 ** 30
/** Elsewhere, as in `npm run faults`, what a disk does is a part of what is looked at. */
const place = process.env.VITEST && hasRoom(memory, 2 * gibibyte) ? memory : tmpdir()

/** In a container it may be tiny. */
function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes
  } catch {
    return false
  }
}
