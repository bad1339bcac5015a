export const engines = ['sqlite', 'postgres'] as const

/** Seconds, as in `npm test`; a minute, as with `--quick`; or as long as it takes to be sure. */
export type Size = 'glance' | 'quick' | 'whole'

/** What a scenario does in a run of each size. A glance at one that has none of its own is a quick run. */
export type Sizes<T> = Record<'quick' | 'whole', T> & { glance?: T }

export const ofSize = <T>({ size }: Pick<Trial, 'size'>, sizes: Sizes<T>): T => sizes[size] ?? sizes.quick

/** The parameters of a run of a scenario. */
export interface Trial {
  engine: (typeof engines)[number]
  size: Size
  /** Of all random choices. The same seed makes the same ones, though what happens at the same time may differ. */
  seed: number
  /** How many operations to do instead of the usual number, in scenarios that count them. */
  operations?: number
  /** Reports progress. */
  say(progress: string): void
}

export interface Outcome {
  tries: number
  /** A sentence for each thing that was lost or wrongly accepted. There must be none. */
  wrong: string[]
  /** The longest time until the service worked again, in milliseconds. */
  recovery?: number
  /** Other figures for the table, such as "p99 12 ms, 11 ms without". */
  measured?: string
  /** Why it was not run, where that is no fault: what it takes cannot be installed here. */
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
  /** Why this machine cannot run it; `undefined` if it can. */
  lacks?(): string | undefined
  run(trial: Trial): Promise<Outcome>
}
