import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { patience } from './begin.ts'

// A file can be replaced while no server runs: by an old copy of itself, for instance. Whoever starts next can tell by a mark, a number
// in the file that is also noted beside it. Each start and each end in good order makes a new one, so that even a copy that was made
// since the last start has another.

const noteOf = (file: string) => `${file}-mark`

/** Whether another file is in its place than the one that was last used. Where nothing is noted, nobody can tell. */
export function isReplaced(file: string): boolean {
  const noted = readNote(file)
  return noted.length > 0 && !noted.includes(withDatabase(file, markOf))
}

/** Marks it anew. Several servers may use one file: the note always has the mark, if only beside another, when one of them is killed. */
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

/** From now on nobody can tell, until it is marked again. */
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

function readNote(file: string): number[] {
  try {
    return (readFileSync(noteOf(file), 'utf8').match(/\d+/g) ?? []).map(Number)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const note = (file: string, ...marks: number[]) =>
  writeFileSync(noteOf(file), `${marks.join(' ')}\n`, { mode: 0o600, flush: true })
