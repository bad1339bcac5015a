import { randomInt } from 'node:crypto'

/** The same choices each time, so that nothing is red by chance; only whoever runs everything makes new ones. */
export default function chooseSeed(): void {
  const isEverything = process.env.npm_lifecycle_event === 'test:all'
  process.env.TEST_SEED ??= String(isEverything ? randomInt(2 ** 31) : 1)
}
