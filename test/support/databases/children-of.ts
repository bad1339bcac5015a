import { readFileSync } from 'node:fs'

/** The processes of a PostgreSQL server, including newly forked ones that the server does not list yet. */
export const childrenOf = (postmaster: number): number[] =>
  readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
