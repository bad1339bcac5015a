import type { TokenScope } from '../../../contract/access.ts'

/** What the holder of an API token does with it. */
export const powers: Record<TokenScope, string> = {
  capture: 'Adds to the inbox',
  read: 'Reads',
  write: 'Reads and writes',
  calendar: 'Reads cards with a date',
}
