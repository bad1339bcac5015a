import { randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { patience } from './begin.ts'
import { isBusy } from './errors.ts'

// Somebody may replace the file while no server runs, for instance with an old copy. The next start detects
// that by the mark, a random number that is both in the file's header (`user_version`) and in a note beside
// the file. Every start and every clean stop writes a new mark, so a copy made while the server ran has a
// different mark than the note.
//
// The mark is negative while a server runs. A killed server leaves its write-ahead log, so a file with such a
// mark and without a log was copied, unless the note says that this very file was there before: another
// program may have merged the log of a killed server.

const noteOf = (file: string) => `${file}-mark`

/** True if this is not the file that a server last used. False if there is no note. */
export function isReplaced(file: string): boolean {
  try {
    return withDatabase(file, (database) => {
      // Waits for another server that is writing its mark.
      database.exec('begin immediate')
      const noted = readNote(file)
      const isOther = noted.length > 0 && !noted.includes(markOf(database))
      database.exec('rollback')
      return isOther
    })
  } catch (error) {
    // Whichever server is writing to the file has already checked.
    if (isBusy(error)) return false
    throw error
  }
}

/** Says what is wrong if a server has used a database here that is not there any more. */
export function complaintAboutLost(file: string): string | undefined {
  if (!existsSync(noteOf(file))) return undefined
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size) return undefined
  return `${file} ${size === 0 ? 'is empty' : 'does not exist'}, but ${noteOf(file)} says that there was a database. If its disk is not mounted, mount it. If it is lost, restore a backup: inboard restore FILE. To begin with an empty one, remove ${noteOf(file)}.`
}

/**
 * True if the file was copied while a server used it, without its write-ahead log. The copy lacks what was in
 * the log, unless SQLite's backup or Litestream made it. Call it before SQLite opens the file.
 */
export function isCopiedAlone(file: string): boolean {
  if (existsSync(`${file}-wal`) || !existsSync(file)) return false
  const header = readHeader(file)
  const isInWalMode = header[18] === 2
  const found = header.readInt32BE(60)
  if (!isInWalMode || found >= 0) return false
  return !(readNote(file).includes(found) && readInode(file) === inodeOf(file))
}

/**
 * Writes a new mark. The note always contains the file's mark, even if a server is killed or several share
 * the file.
 */
export function mark(file: string, isRunning: boolean): void {
  withDatabase(file, (database) => {
    const fresh = randomInt(1, 2 ** 31) * (isRunning ? -1 : 1)
    database.exec('begin immediate')
    note(file, markOf(database), fresh)
    database.exec(`pragma user_version = ${fresh}; commit; begin immediate`)
    if (markOf(database) === fresh) note(file, fresh)
    // From the log into the file itself, so that a copy has it.
    database.exec('rollback; pragma wal_checkpoint')
  })
}

/** Makes the next start accept whatever file it finds. */
export const forgetMark = (file: string) => rmSync(noteOf(file), { force: true })

const markOf = (database: DatabaseSync) =>
  (database.prepare('pragma user_version').get() as { user_version: number }).user_version

function withDatabase<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { timeout: patience })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** An unreadable note counts as none. Its first line has the marks, its second the inode of the file. */
function readNoteLine(file: string, line: number): string {
  try {
    return readFileSync(noteOf(file), 'utf8').split('\n')[line] ?? ''
  } catch {
    return ''
  }
}

const readNote = (file: string) => (readNoteLine(file, 0).match(/-?\d+/g) ?? []).map(Number)
const readInode = (file: string) => readNoteLine(file, 1)

const inodeOf = (file: string) => String(statSync(file, { bigint: true }).ino)

const note = (file: string, ...marks: number[]) =>
  writeFileSync(noteOf(file), `${marks.join(' ')}\n${inodeOf(file)}\n`, { mode: 0o600, flush: true })

/** The first 100 bytes, in the file's own page 1. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header)
  } finally {
    closeSync(handle)
  }
  return header
}
