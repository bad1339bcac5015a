import { parseArgs } from 'node:util'

export interface Options {
  /** Chooses among the commits, and among the hunks of each. */
  seed: number
  count: number
  /** The beginning of a commit's hash. */
  only?: string
  /** Show what would be reverted, and run nothing. */
  list: boolean
  /** Run the nearest tests alone. */
  quickly: boolean
  /** The file of results, so that an interrupted run can be resumed. */
  results?: string
  /** After this many minutes, a run of the quick tests counts as hanging. */
  minutes: number
}

export const usage = `npm run sabotage                     undoes thirty mended bugs, one at a time: the tests must find each of them
npm run sabotage -- --list           shows what would be undone

  --seed 1            chooses other bugs
  --count 30          so many of them
  --only 9e65a93      this commit alone
  --quickly           only the tests that are nearest to the change: for trying
  --results FILE      keeps the results there; what is in it already is not run again
  --minutes 10        a run that takes longer counts as hanging; the long tests may take three times as long
`

export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '30' },
      only: { type: 'string' },
      list: { type: 'boolean', default: false },
      quickly: { type: 'boolean', default: false },
      results: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  })
  const { seed, count, only, list, quickly, results, minutes, help } = values
  if (help) throw new Error('Brings back bugs that were mended, one at a time.')
  if (only !== undefined && !/^[0-9a-f]{4,40}$/.test(only))
    throw new Error(`--only takes the hash of a commit; it is "${only}".`)
  return {
    seed: wholeNumber('--seed', seed),
    count: wholeNumber('--count', count),
    ...(only && { only }),
    list,
    quickly,
    ...(results && { results }),
    minutes: wholeNumber('--minutes', minutes),
  }
}

function wholeNumber(option: string, given: string): number {
  if (!/^[0-9]{1,9}$/.test(given)) throw new Error(`${option} takes a whole number; it is "${given}".`)
  return Number(given)
}
