import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'

/** `npm test` makes the same choices each time, so that nothing is red by chance; the long tests make new ones. */
export default function chooseSeed({ vitest }: TestProject): void {
  const isLong = vitest.projects.some(({ name }) => name.startsWith('long-'))
  process.env.TEST_SEED ??= String(isLong ? randomInt(2 ** 31) : 1)
}
