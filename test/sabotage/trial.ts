import type { Mutant } from './choose.ts'
import { git } from './git.ts'
import { nearestTests, titlesIn } from './nearest.ts'
import { type Result, type Stage, stages } from './results.ts'
import { runTests } from './tests.ts'
import type { Worktree } from './worktree.ts'

const quick = '--project=!long-*'

/** Tries mutants in a checkout, one stage after the other. */
export class Trial {
  readonly #worktree: Worktree
  readonly #scratch: string
  readonly #minutes: number
  readonly #tests: ReadonlyMap<string, string>
  /** Which tests pass when nothing is undone, as far as that was tried. */
  readonly #controls = new Map<string, boolean>()

  constructor(worktree: Worktree, scratch: string, minutes: number, tests: ReadonlyMap<string, string>) {
    this.#worktree = worktree
    this.#scratch = scratch
    this.#minutes = minutes
    this.#tests = tests
  }

  /** Runs the next stage that has not passed yet. */
  async advance(mutant: Mutant, before: Result): Promise<Result> {
    const stage = stages.find((one) => !before.passed.includes(one)) ?? 'test:all'
    const words = this.#wordsFor(stage, mutant)
    const passed = { ...before, passed: [...before.passed, stage] }
    if (!words) return passed
    this.#worktree.write(mutant.path, mutant.text)
    const verdict = await this.#run(stage, words)
    this.#worktree.restore()
    if (verdict.is === 'passed') return passed
    const { seconds } = verdict
    const { test, why } = verdict.is === 'failed' ? verdict : { test: '', why: '' }
    if (!(await this.#passesAlone(stage, test ? [...projectsOf(stage), test] : words)))
      return { ...before, unproven: [test, why].filter(Boolean).join(': ') || stage }
    return { ...before, found: { stage, test, why, seconds, hung: verdict.is === 'hung' } }
  }

  /** Nothing, if there is nothing to run. */
  #wordsFor(stage: Stage, mutant: Mutant): string[] | undefined {
    if (stage !== 'nearest') return projectsOf(stage)
    const diff = git('show', '--format=', mutant.commit.id, '--', 'test')
    const touched = mutant.commit.files.map(({ path }) => path)
    const files = nearestTests({ path: mutant.path, titles: titlesIn(diff), touched }, this.#tests)
    return files.length > 0 ? [...projectsOf(stage), ...files] : undefined
  }

  /** A test that also fails without the mutant has not detected it. */
  async #passesAlone(stage: Stage, words: string[]): Promise<boolean> {
    const key = words.join(' ')
    const known = this.#controls.get(key)
    if (known !== undefined) return known
    const passes = (await this.#run(stage, words)).is === 'passed'
    this.#controls.set(key, passes)
    return passes
  }

  #run(stage: Stage, words: string[]) {
    const minutes = stage === 'test:all' ? 3 * this.#minutes : this.#minutes
    return runTests(this.#worktree.folder, words, { scratch: this.#scratch, minutes })
  }
}

const projectsOf = (stage: Stage) => [stage === 'test:all' ? '--project=long-*' : quick]
