import { eventually } from './inboard.ts'

/** Waits until the clock has moved on, so that what is written now has a later time. For services whose clock nobody moves. */
export const laterThan = (time: string) =>
  eventually(() => Date.now() > Date.parse(time) || undefined, `a time after ${time}`)
