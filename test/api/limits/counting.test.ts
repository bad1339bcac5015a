import { test } from 'vitest'
import { expectExactCounts } from './any-steps.ts'

test.each(['30', '0'])('after any operations, the counts match the contents, with BIN_DAYS=%s', (days) =>
  expectExactCounts(days, 2),
)
