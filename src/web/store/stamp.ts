import { pageVersion } from '../device/version.ts'

/** The time and the version with which an operation was made. */
export const stamp = () => ({ at: Date.now(), by: pageVersion })
