export const engines = ['sqlite', 'postgres'] as const

/** What a scenario is told: where to run, and how thoroughly. */
export interface Trial {
  engine: (typeof engines)[number]
  /** A part of `npm test`, to show that it works: seconds rather than minutes. */
  quick: boolean
  /** To whoever watches: how far it is. */
  say(progress: string): void
}

export interface Outcome {
  tries: number
  /** What was lost or wrongly accepted, each in a sentence. There must be none. */
  wrong: string[]
  /** The longest that it took until all was well again, in milliseconds. */
  recovery?: number
  /** What else was measured, for the table: "p99 12 ms, 11 ms without". */
  measured?: string
}

/** One way to break the service. */
export interface Scenario {
  /** For `--only`. */
  name: string
  /** In the table. */
  title: string
  /** Where it makes sense. */
  engines: Trial['engine'][]
  /** Why this machine cannot run it, or nothing. */
  lacks?(): string | undefined
  run(trial: Trial): Promise<Outcome>
}
