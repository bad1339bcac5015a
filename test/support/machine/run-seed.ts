import { randomInt } from 'node:crypto'

/** The same seed each time, so that no test fails by chance. Only `test:all` draws a new one. */
export default function chooseSeed(): void {
  const isEverything = process.env.npm_lifecycle_event === 'test:all'
  process.env.TEST_SEED ??= String(isEverything ? randomInt(2 ** 31) : 1)
}
