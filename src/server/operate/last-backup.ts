import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { iso } from '../common/clock.ts'
import { giveTo } from '../common/files.ts'
import type { Config } from '../config/config.ts'

// When `inboard backup` last succeeded, in a note beside the SQLite file: the doctor and the metrics read it. For
// PostgreSQL there is no such place, and most of its backups are made without us.

interface LastBackup {
  /** In milliseconds since 1970. */
  at: number
  file: string
}

const noteOf = (file: string) => `${file}-last-backup`

export function noteBackup(database: Config['database'], file: string, now: number): void {
  if (database.engine === 'postgres') return
  const note = noteOf(database.file)
  writeFileSync(note, `${JSON.stringify({ at: iso(now), file })}\n`, { mode: 0o644 })
  giveTo(statSync(database.file), note)
}

export function readLastBackup(database: Config['database']): LastBackup | undefined {
  if (database.engine === 'postgres') return undefined
  try {
    const { at, file } = JSON.parse(readFileSync(noteOf(database.file), 'utf8'))
    return Number.isFinite(Date.parse(at)) ? { at: Date.parse(at), file: String(file) } : undefined
  } catch {
    return undefined
  }
}
