/** Code that depends on the time takes a clock, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970, like Date.now(). */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The format in which times are stored and sent. It sorts chronologically as text. */
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

export const seconds = 1000
export const minutes = 60 * seconds
export const hours = 60 * minutes
export const days = 24 * hours
