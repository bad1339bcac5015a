import { DatabaseUnavailable } from '../database.ts'

export function translating<Result>(query: () => Result, file?: string | null): Result {
  try {
    return query()
  } catch (error) {
    throw translate(error, file)
  }
}

// https://sqlite.org/rescode.html, primary codes: BUSY, LOCKED, READONLY, IOERR, CORRUPT (which an unreadable
// page may look like), FULL, CANTOPEN, PROTOCOL
const busy = 5
const noDatabase = 26
const passing = new Set([busy, 6, 8, 10, 11, 13, 14, 15])

const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

/** SQLite's messages name no file. */
export function translate(error: unknown, file?: string | null): unknown {
  const isPassing = passing.has(primaryCode(error))
  if (file && (isPassing || primaryCode(error) === noDatabase))
    (error as Error).message = `${file}: ${(error as Error).message}`
  return isPassing ? new DatabaseUnavailable(error) : error
}

export const isBusy = (error: unknown) => primaryCode(error) === busy

/** True if a file cannot be opened or created, or not as it has to be. */
export const isDenied = (error: unknown) => [8, 14].includes(primaryCode(error))
