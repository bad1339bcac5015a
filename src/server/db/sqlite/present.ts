import { accessSync, constants, statSync } from 'node:fs'
import { CommandError } from '../../common/command-error.ts'

/** Not `existsSync`, which takes a file that this user may not see for one that does not exist. */
export function isPresent(file: string): boolean {
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return false
    accessSync(file, constants.R_OK)
    return true
  } catch (error) {
    throw new CommandError(
      `The database cannot be reached: ${(error as Error).message}. Run this as the user that the server runs as.`,
      { cause: error },
    )
  }
}
