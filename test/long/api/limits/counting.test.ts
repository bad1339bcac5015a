import { test } from 'vitest'
import { expectExactCounts } from '../../../api/limits/any-steps.ts'

test.each(['30', '0'])('after any operations, the counts match the contents, with BIN_DAYS=%s', (days) =>
  expectExactCounts(days, 40),
)
