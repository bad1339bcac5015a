import { eventually } from './inboard.ts'

/**
 * Waits until the clock has advanced, so that the next write has a later time. For services whose clock isn't
 * moved.
 */
export const laterThan = (time: string) =>
  eventually(() => Date.now() > Date.parse(time) || undefined, `a time after ${time}`)
