import { describe, test } from 'vitest'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { cutOffAttestations, cutOffAuthenticatorData } from './cuts.ts'

expectQuietLog(inboard)

describe('registration refuses CBOR', () => {
  test('cut off in many places', () => cutOffAttestations(8))

  test.each(['none', 'packed'] as const)(
    'with authenticator data cut off in many places, attested as %s',
    (format) => cutOffAuthenticatorData(format, 8),
  )
})
