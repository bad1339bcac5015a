/** Every rule about time asks a clock that is passed in, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970, as Date.now(). */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The form in which times are stored and sent. As text they sort in the order of the times. */
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

export const seconds = 1000
export const minutes = 60 * seconds
export const hours = 60 * minutes
export const days = 24 * hours
