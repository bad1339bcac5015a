import { test } from 'vitest'

import { expectLimit } from '../../http/bodies/framing.ts'

test.each(['length', 'chunks'] as const)(
  'an import takes 32 megabytes sent by %s, and not one byte more',
  (framing) => expectLimit('POST /api/import', framing),
)
