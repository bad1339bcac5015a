import { fail } from '../../common/problems.ts'

/** Far longer than any valid id. */
const longest = 256

/** Answers 404 to ids that no database could store, so that no handler has to check. */
export function requirePossibleIds(params: object): void {
  for (const id of Object.values(params) as string[])
    if (id.length > longest || id.includes('\0') || !id.isWellFormed()) throw fail('not_found')
}
