import { fail } from '../problems.ts'

/** Far longer than any id of ours. */
const longest = 256

/** An id that no database could hold is that of a missing thing: no handler has to ask for it. */
export function requirePossibleIds(params: object): void {
  for (const id of Object.values(params) as string[])
    if (id.length > longest || id.includes('\0') || !id.isWellFormed()) throw fail('not_found')
}
