import { test } from 'vitest'
import { expectExactCounts } from './any-steps.ts'

test.each(['30', '0'])('whatever is done, the counts are what there is, with BIN_DAYS=%s', (days) =>
  expectExactCounts(days, 2),
)
