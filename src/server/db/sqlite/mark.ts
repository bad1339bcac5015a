import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { patience } from './begin.ts'
import { isBusy } from './errors.ts'

// Somebody may replace the file while no server runs, for instance with an old copy of it. The next start can tell by a mark: a random
// number in the file's header (`user_version`), which is also noted in a file beside it. Every start and every clean stop writes a new
// one, so a copy made while the server ran has another mark than the note.

const noteOf = (file: string) => `${file}-mark`

/** Whether this is another file than the one a server last used. Without a note, there is no way to tell. */
export function isReplaced(file: string): boolean {
  try {
    return withDatabase(file, (database) => {
      // Another server may be marking it.
      database.exec('begin immediate')
      const noted = readNote(file)
      const isOther = noted.length > 0 && !noted.includes(markOf(database))
      database.exec('rollback')
      return isOther
    })
  } catch (error) {
    // A server that writes to it has looked.
    if (isBusy(error)) return false
    throw error
  }
}

/** Writes a new mark. Whenever a server is killed, and however many share the file, the note contains the mark that the file has. */
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

/** The next start takes whatever file it finds. */
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

/** A note that can't be read says nothing. */
function readNote(file: string): number[] {
  try {
    return (readFileSync(noteOf(file), 'utf8').match(/\d+/g) ?? []).map(Number)
  } catch {
    return []
  }
}

const note = (file: string, ...marks: number[]) =>
  writeFileSync(noteOf(file), `${marks.join(' ')}\n`, { mode: 0o600, flush: true })
