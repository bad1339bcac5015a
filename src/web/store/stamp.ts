import { pageVersion } from '../version.ts'

/** When an operation is made, and by which version. */
export const stamp = () => ({ at: Date.now(), by: pageVersion })
