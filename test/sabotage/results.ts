import { appendFileSync, existsSync, readFileSync } from 'node:fs'

export const stages = ['nearest', 'npm test', 'test:all'] as const
export type Stage = (typeof stages)[number]

/** The facts about a mutant so far. */
export interface Result {
  /** The mutant. */
  id: string
  /** The stages that have not noticed. */
  passed: Stage[]
  found?: { stage: Stage; test: string; why: string; seconds: number; hung: boolean }
  /** The test that seemed to find it, and fails without it, too. */
  unproven?: string
}

/** True if nothing is left to run for it. Quickly tested mutants are continued later. */
export const isFinished = ({ found, unproven, passed }: Result, last: Stage) =>
  found !== undefined || unproven !== undefined || passed.includes(last)

/** One line for each result, the last of which counts. A line that was cut short is as good as none. */
export function readResults(text: string): Map<string, Result> {
  const results = new Map<string, Result>()
  for (const line of text.split('\n')) {
    try {
      const result = JSON.parse(line) as Result
      results.set(result.id, result)
    } catch {
      // Empty, or the run ended while it was written.
    }
  }
  return results
}

export class Results {
  readonly #file: string | undefined
  readonly #all: Map<string, Result>

  constructor(file?: string) {
    this.#file = file
    this.#all = readResults(file && existsSync(file) ? readFileSync(file, 'utf8') : '')
  }

  of(id: string): Result {
    return this.#all.get(id) ?? { id, passed: [] }
  }

  keep(result: Result): void {
    this.#all.set(result.id, result)
    // Behind a line that was cut short, it would be lost with it.
    if (this.#file) appendFileSync(this.#file, `\n${JSON.stringify(result)}`)
  }
}
