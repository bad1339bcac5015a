import { describe, expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import type { Algorithm } from '../../support/authenticator/keys.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const algorithms: Algorithm[] = ['EdDSA', 'ES256', 'RS256']
const formats = ['none', 'packed'] as const
const kinds = algorithms.flatMap((algorithm) =>
  formats.flatMap((format) => [true, false].map((synced) => ({ algorithm, format, synced }))),
)

describe('a passkey', () => {
  test.each(kinds)(
    'of $algorithm, attested as $format, synced: $synced, is registered and signs in',
    async ({ algorithm, format, synced }) => {
      const person = await inboard.signIn()
      expect(person.user.has_passkey).toBe(false)
      const passkey = ceremonies.newPasskey({ algorithm, synced })

      const answer = await ceremonies.register(person, passkey, { format })
      expect(outcome(answer)).toBe('201')
      const { passkey: registered } = answer.body
      expect(answer.headers.get('location')).toBe(`/api/passkeys/${registered.id}`)
      expect(registered).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        label: 'Key ring',
        credential_id: passkey.credentialId,
        sign_count: 0,
        synced,
        created_at: expect.stringMatching(isoTime),
        last_used_at: null,
      })
      expect(await passkeysOf(person)).toEqual([registered])
      expect((await person.client.readMe()).user).toEqual({ ...person.user, has_passkey: true })

      for (const use of [1, 2]) {
        const session = await ceremonies.signIn(passkey)
        expect(outcome(session)).toBe('200')
        expect(session.headers.get('cache-control')).toBe('no-store')
        expect(session.body).toEqual({
          token: expect.any(String),
          token_type: 'Bearer',
          expires_at: expect.stringMatching(isoTime),
          user: { ...person.user, has_passkey: true },
        })
        expect(await inboard.client(session.body.token).readMe()).toEqual({ user: session.body.user })
        const [used] = await passkeysOf(person)
        expect(used).toEqual({
          ...registered,
          sign_count: synced ? 0 : use,
          last_used_at: expect.stringMatching(isoTime),
        })
      }
    },
  )
})
