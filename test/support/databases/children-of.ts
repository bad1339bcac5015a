import { readFileSync } from 'node:fs'

/** The processes of a PostgreSQL server, those too that have just been born, of which it does not know itself yet. */
export const childrenOf = (postmaster: number): number[] =>
  readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
