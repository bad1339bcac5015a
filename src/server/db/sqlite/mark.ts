import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { patience } from './begin.ts'
import { isBusy } from './errors.ts'

// Somebody may replace the file while no server runs, for instance with an old copy. The next start detects
// that by the mark, a random number that is both in the file's header (`user_version`) and in a note beside
// the file. Every start and every clean stop writes a new mark, so a copy made while the server ran has a
// different mark than the note.

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

/**
 * Writes a new mark. The note always contains the file's mark, even if a server is killed or several share
 * the file.
 */
export function mark(file: string): void {
  withDatabase(file, (database) => {
    const fresh = randomInt(1, 2 ** 31)
    database.exec('begin immediate')
    note(file, markOf(database), fresh)
    database.exec(`pragma user_version = ${fresh}; commit; begin immediate`)
    if (markOf(database) === fresh) note(file, fresh)
    database.exec('rollback')
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

/** An unreadable note counts as none. */
function readNote(file: string): number[] {
  try {
    return (readFileSync(noteOf(file), 'utf8').match(/\d+/g) ?? []).map(Number)
  } catch {
    return []
  }
}

const note = (file: string, ...marks: number[]) =>
  writeFileSync(noteOf(file), `${marks.join(' ')}\n`, { mode: 0o600, flush: true })
