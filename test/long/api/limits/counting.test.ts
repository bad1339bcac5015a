import { test } from 'vitest'
import { expectExactCounts } from '../../../api/limits/any-steps.ts'

test.each(['30', '0'])('whatever is done, the counts are what there is, with BIN_DAYS=%s', (days) =>
  expectExactCounts(days, 40),
)
