import { statSync } from 'node:fs'
import { CommandError } from '../../common/command-error.ts'

/** Not `existsSync`, which takes a file that this user may not see for one that does not exist. */
export function isPresent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw new CommandError(
      `The database cannot be reached: ${(error as Error).message}. Run this as the user that the server runs as.`,
      { cause: error },
    )
  }
}
