import { DatabaseUnavailable } from '../database.ts'

export function translating<Result>(query: () => Result): Result {
  try {
    return query()
  } catch (error) {
    throw translate(error)
  }
}

// https://sqlite.org/rescode.html, primary codes: BUSY, LOCKED, READONLY, IOERR, CORRUPT (which an unreadable
// page may look like), FULL, CANTOPEN, PROTOCOL
const busy = 5
const passing = new Set([busy, 6, 8, 10, 11, 13, 14, 15])

const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

export const translate = (error: unknown) =>
  passing.has(primaryCode(error)) ? new DatabaseUnavailable(error) : error

export const isBusy = (error: unknown) => primaryCode(error) === busy

/** True if a file cannot be opened or created, or not as it has to be. */
export const isDenied = (error: unknown) => [8, 14].includes(primaryCode(error))
