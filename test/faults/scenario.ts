export const engines = ['sqlite', 'postgres'] as const

/** Seconds, as in `npm test`; a minute, as with `--quick`; or as long as it takes to be sure. */
export type Size = 'glance' | 'quick' | 'whole'

/** The parameters of a scenario for each size. Without its own, a glance is a quick run. */
export type Sizes<T> = Record<'quick' | 'whole', T> & { glance?: T }

export const ofSize = <T>({ size }: Pick<Trial, 'size'>, sizes: Sizes<T>): T => sizes[size] ?? sizes.quick

/** The parameters of a run of a scenario. */
export interface Trial {
  engine: (typeof engines)[number]
  size: Size
  /** The seed of all random choices. The same seed gives the same ones, though concurrent events may differ. */
  seed: number
  /** The number of operations, in scenarios that count them. */
  operations?: number
  /** Reports progress. */
  say(progress: string): void
}

export interface Outcome {
  tries: number
  /** A sentence for each item that was lost or wrongly accepted. There must be none. */
  wrong: string[]
  /** The longest time until the service worked again, in milliseconds. */
  recovery?: number
  /** Other figures for the table, such as "p99 12 ms, 11 ms without". */
  measured?: string
  /** Why it was not run, if that is not a failure: something cannot be installed here. */
  leftOut?: string
}

/** One way to try to break the service. */
export interface Scenario {
  /** Its name for `--only`. */
  name: string
  /** Its description in the table of results. */
  title: string
  /** The databases on which it makes sense. */
  engines: Trial['engine'][]
  /** Why this machine cannot run it. `undefined` if it can. */
  lacks?(): string | undefined
  run(trial: Trial): Promise<Outcome>
}
