/** Every rule about time asks a clock that was handed to it, so that a test can hold the hands. */
export interface Clock {
  /** Milliseconds since 1970, as Date.now(). */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** As times are stored and sent. Texts of this form sort as the times they name. */
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

export const seconds = 1000
export const minutes = 60 * seconds
export const hours = 60 * minutes
