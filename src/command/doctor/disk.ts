import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Config } from '../../server/config/config.ts'
import { readLastBackup } from '../../server/operate/last-backup.ts'
import { inBytes } from '../output/terminal.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

const about = 'disk'
const none = 1e6
const tooLittle = 1e8
const little = 1e9

/** Room for the database, the next backup and long requests, each disk once. */
export function examineDisks(database: Config['database']): Finding[] {
  const temporary = { folder: tmpdir(), enough: 2 * tooLittle, fails: 'Large requests fail' }
  if (database.engine === 'postgres') return examineRoom(temporary)
  const { file } = database
  const size = sizeOf(file)
  const enough = Math.max(little, 2 * size)
  const data = { folder: nearestFolder(dirname(file)), enough, fails: 'Every write fails' }
  const last = readLastBackup(database)
  const backups = last && { folder: nearestFolder(dirname(last.file)), enough, fails: 'Backups fail' }
  const disks = [data, ...(backups ? [backups] : []), temporary]
  const isFirst = ({ folder }: Place, index: number) =>
    disks.findIndex((other) => statSync(other.folder).dev === statSync(folder).dev) === index
  return [...disks.filter(isFirst).flatMap(examineRoom), ...examineRights(data.folder, file)]
}

interface Place {
  folder: string
  enough: number
  /** What happens when there is no room. */
  fails: string
}

function examineRoom({ folder, enough, fails }: Place): Finding[] {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  const free = bavail * bsize
  const todo = `${fails} when the disk is full. Free some space.`
  if (free < none) return [problem(about, `the disk is full: ${inBytes(free)} free in ${folder}`, todo)]
  // File systems that don't count files say that there are none.
  if (files > 0 && ffree === 0)
    return [problem(about, `no file can be added in ${folder}: no inodes are left`, todo)]
  const says = `${inBytes(free)} free in ${folder}`
  if (free < tooLittle) return [problem(about, says, todo)]
  return [free < enough ? warning(about, says, todo) : good(about, says)]
}

function examineRights(folder: string, file: string): Finding[] {
  try {
    accessSync(folder, constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    return []
  } catch (error) {
    return [
      problem(
        about,
        `the database is not writable: ${reasonOf(error)}`,
        (error as NodeJS.ErrnoException).code === 'EROFS'
          ? 'Its disk is mounted read-only. Linux does that to a disk with errors, too: see dmesg.'
          : 'Run this as the user that the server runs as.',
      ),
    ]
  }
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))

/** 0 if it does not exist, or if this user may not see it, which is a finding of its own. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
