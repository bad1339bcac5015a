import { describe, test } from 'vitest'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { expectRefused, type Table } from './refused-registration.ts'

expectQuietLog(inboard)

describe('registration refuses client data', () => {
  const table: Table = {
    'of another site': { clientData: { origin: 'https://evil.example' } },
    'of another port': { clientData: { origin: 'http://localhost:1' } },
    'of a subdomain': { clientData: { origin: 'http://app.localhost' } },
    'with no origin': { clientData: { origin: undefined } },
    'with a list of origins': (passkey) => ({ clientData: { origin: [passkey.site.origin] } }),
    'with a slash after the origin': (passkey) => ({ clientData: { origin: `${passkey.site.origin}/` } }),
    'over TLS where the site is not': (passkey) => ({
      clientData: { origin: passkey.site.origin.replace('http:', 'https:') },
    }),
    'of a sign-in': { clientData: { type: 'webauthn.get' } },
    'of no ceremony': { clientData: { type: undefined } },
    'from inside another site’s page': { clientData: { crossOrigin: true } },
    'that is vague about being framed': { clientData: { crossOrigin: 'false' } },
    'that names a page around it': { clientData: { topOrigin: 'https://evil.example' } },
    'that names our own page around it': (passkey) => ({ clientData: { topOrigin: passkey.site.origin } }),
  }
  test.each(Object.entries(table))('%s', (_, departure) => expectRefused(departure))
})
