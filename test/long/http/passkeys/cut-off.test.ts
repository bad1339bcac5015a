import { describe, test } from 'vitest'
import { cutOffAttestations, cutOffAuthenticatorData } from '../../../http/passkeys/cuts.ts'
import { expectQuietLog } from '../../../support/service/quiet-log.ts'
import { inboard } from '../../../support/service/shared.ts'

expectQuietLog(inboard)

describe('registration refuses CBOR', () => {
  test('cut off anywhere', () => cutOffAttestations(1))

  test.each(['none', 'packed'] as const)(
    'with authenticator data cut off anywhere, attested as %s',
    (format) => cutOffAuthenticatorData(format, 1),
  )
})
