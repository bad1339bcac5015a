import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { giveTo } from '../../common/files.ts'
import { patience } from './files.ts'
import { isBusy } from './queries.ts'

// Somebody may replace the file while no server runs, for instance with an old copy. The next start detects that by
// the mark: a random number in the file's header (`user_version`) and in a note beside the file. Every start and
// every clean stop writes a new one, so a copy that was made before has another mark than the note.
//
// The mark is negative while a server runs. A copy made then has the same mark as the file of a server that was
// killed since, so the note also has the inode of the file.

const noteOf = (file: string) => `${file}-mark`

/** A sentence for the operator if a server has used a database here that no longer exists. */
export function findLost(file: string): { says: string; todo: string } | undefined {
  if (!existsSync(noteOf(file))) return undefined
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size) return undefined
  return {
    says: `${file} ${size === 0 ? 'is empty' : 'does not exist'}, but ${noteOf(file)} says that there was a database.`,
    todo: `If its disk is not mounted, mount it. If it is lost, restore a backup: inboard restore FILE. To begin with an empty one, remove ${noteOf(file)}.`,
  }
}

/** True if no server has used this file in this place, or another file here since. */
export function isReplaced(file: string): boolean {
  try {
    using database = open(file)
    // Waits for another server that is writing its mark.
    database.exec('begin immediate')
    const found = markOf(database)
    const { marks, inode } = readNote(file)
    return !(marks.includes(found) && (found >= 0 || inode === inodeOf(file)))
  } catch (error) {
    // Whichever server is writing to the file has already checked. A note that cannot be read says nothing.
    if (isBusy(error) || (error as NodeJS.ErrnoException).code === 'EACCES') return false
    throw error
  }
}

/**
 * Writes a new mark. The note always contains the file's mark, even if a server is killed or several share the file.
 */
export function mark(file: string, isRunning = false): void {
  using database = open(file)
  const fresh = randomInt(1, 2 ** 31) * (isRunning ? -1 : 1)
  database.exec('begin immediate')
  note(file, markOf(database), fresh)
  database.exec(`pragma user_version = ${fresh}; commit; begin immediate`)
  if (markOf(database) === fresh) note(file, fresh)
  // From the log into the file itself, so that a copy has it.
  database.exec('rollback; pragma wal_checkpoint')
}

/** Marks a database that is to replace `file`, so that the next start accepts either. */
export function markReplacement(prepared: string, file: string): void {
  const fresh = randomInt(1, 2 ** 31)
  note(file, ...readNote(file).marks, fresh)
  using database = open(prepared)
  database.exec(`pragma user_version = ${fresh}`)
  giveTo(statSync(prepared), noteOf(file))
}

const open = (file: string) => new DatabaseSync(file, { timeout: patience })

const markOf = (database: DatabaseSync) =>
  (database.prepare('pragma user_version').get() as { user_version: number }).user_version

/** The first line has the marks, the second the inode of the file. */
function readNote(file: string): { marks: number[]; inode: string } {
  const text = existsSync(noteOf(file)) ? readFileSync(noteOf(file), 'utf8') : ''
  const [marks = '', inode = ''] = text.split('\n')
  return { marks: (marks.match(/-?\d+/g) ?? []).map(Number), inode }
}

const note = (file: string, ...marks: number[]) =>
  writeFileSync(noteOf(file), `${marks.join(' ')}\n${inodeOf(file)}\n`, { mode: 0o600, flush: true })

/** Empty if there is no such file. */
const inodeOf = (file: string) => String(statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? '')
