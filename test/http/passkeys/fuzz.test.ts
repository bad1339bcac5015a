import { test } from 'vitest'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'

import { damageAssertions, damageAttestations, damageSignedAttestations } from './damaged.ts'

expectQuietLog(inboard)

test.each([
  ['EdDSA', 60],
  ['ES256', 60],
  ['RS256', 15],
] as const)('of assertions by %s that are damaged, %i in number, none is accepted', damageAssertions)

test('of attestations that are signed by their own key and damaged, none is accepted', () =>
  damageSignedAttestations(50))

test('of damaged attestations that are not signed, only those are accepted that are as good as they were', () =>
  damageAttestations(50))
