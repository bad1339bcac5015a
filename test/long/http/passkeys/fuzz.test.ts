import { test } from 'vitest'
import {
  damageAssertions,
  damageAttestations,
  damageSignedAttestations,
} from '../../../http/passkeys/damaged.ts'
import { expectQuietLog } from '../../../support/service/quiet-log.ts'
import { inboard } from '../../../support/service/shared.ts'

expectQuietLog(inboard)

test.each([
  ['EdDSA', 400],
  ['ES256', 500],
  ['RS256', 100],
] as const)('of assertions by %s that are damaged, %i in number, none is accepted', damageAssertions)

test('of 400 attestations that are signed by their own key and damaged, none is accepted', () =>
  damageSignedAttestations(400))

test('of 400 damaged attestations that are not signed, only those are accepted that are as good as they were', () =>
  damageAttestations(400))
