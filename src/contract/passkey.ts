import Type, { type Static } from 'typebox'
import {
  Always,
  Base64Url,
  Described,
  Flag,
  Id,
  List,
  Named,
  Natural,
  Nullable,
  Text,
  Time,
  Words,
} from './values.ts'

export const PasskeyId = Id('a passkey', '01a1dd4b-52c8-7000-a3b1-4f9e0d7c6b25')

const label = 'The name that the owner gave the passkey.'
const credentialId = 'KbvZng_Wm-AF7gvam7kOEfXrT5kw351urQRKGCYMbkw'
const userHandle = 'dXNlci1oYW5kbGU'

export const Passkey = Named('Passkey', 'A passkey of the caller, without its key.', {
  id: PasskeyId,
  label: Words(label, 'Key ring'),
  credential_id: Words("The authenticator's id of the credential, as base64url.", credentialId),
  sign_count: Natural("The authenticator's counter at the last use; 0 if it has none.", 1),
  synced: Flag('Whether the passkey was backed up by its provider at the last use.', false),
  created_at: Time('When the passkey was added'),
  last_used_at: Nullable(
    Time('When the passkey was last used to sign in (null if never)', '2026-11-15T10:12:00.000Z'),
  ),
})
export type Passkey = Static<typeof Passkey>

export const PasskeyEnvelope = Named('PasskeyEnvelope', 'One passkey.', { passkey: Passkey })
export const PasskeyList = Named('PasskeyList', 'All passkeys of the caller.', {
  passkeys: List(Passkey, 'The passkeys, in the order in which they were added.'),
})

const PublicKey = Always('public-key', 'The kind of credential: always "public-key".')
const Descriptor = Described('An existing credential.', {
  id: Words('The id of the credential, as base64url.', credentialId),
  type: PublicKey,
  transports: Type.Optional(
    List(
      Type.String({ examples: ['usb'] }),
      'How the authenticator can be reached, as the browser reported it.',
    ),
  ),
})

const challenge = Words(
  'The challenge for the authenticator to sign, as base64url.',
  'c2VjcmV0IGZvciBmaXZlIG1pbnV0ZXMsIGp1c3Qgb25jZSE',
)
const rpId = Words('The domain of the passkeys of this server.', 'localhost')
const timeout = Natural('The number of milliseconds for which the challenge is valid.', 300_000)
const userVerification = Always(
  'required',
  'The authenticator must verify the person, by fingerprint, face or PIN.',
)

export const SignInOptions = Named(
  'PasskeySignInOptions',
  'W3C PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get().',
  {
    challenge,
    rpId,
    timeout,
    allowCredentials: List(
      Descriptor,
      'Always empty: the authenticator offers all its accounts for this domain.',
      [],
    ),
    userVerification,
  },
)
export type SignInOptions = Static<typeof SignInOptions>

export const RegistrationOptions = Named(
  'PasskeyRegistrationOptions',
  'W3C PublicKeyCredentialCreationOptionsJSON, for navigator.credentials.create().',
  {
    challenge,
    rp: Described('The server that the passkey is for.', {
      id: rpId,
      name: Words('The name of this server.', 'Inboard'),
    }),
    user: Described('The account that the passkey will sign in to.', {
      id: Words(
        'The user handle, as base64url: random, and the same for every passkey of the account.',
        userHandle,
      ),
      name: Words('The email address of the account.', 'ada@example.com'),
      displayName: Words('The email address of the account, again.', 'ada@example.com'),
    }),
    pubKeyCredParams: List(
      Type.Object({
        alg: Type.Integer({ description: 'The COSE number of the algorithm.', examples: [-8] }),
        type: PublicKey,
      }),
      'The algorithms that are accepted, best first.',
    ),
    timeout,
    attestation: Always('none', 'No attestation of the authenticator is needed.'),
    excludeCredentials: List(Descriptor, 'The passkeys that the account already has.'),
    authenticatorSelection: Described('Requirements for the authenticator.', {
      residentKey: Always('required', 'The passkey must be discoverable: found without naming the account.'),
      requireResidentKey: Always(true, 'The same as residentKey, for older browsers.'),
      userVerification,
    }),
    extensions: Described('The requested WebAuthn extensions.', {
      credProps: Always(true, 'Asks the browser whether the passkey is discoverable.'),
    }),
  },
)
export type RegistrationOptions = Static<typeof RegistrationOptions>

// Browsers send more members than these. The others are ignored.
const credential = {
  id: Base64Url('The id of the credential.', credentialId),
  rawId: Base64Url('The id of the credential, again.', credentialId),
  type: PublicKey,
}
const clientDataJSON = (example: string) =>
  Base64Url('The signed data of the browser: challenge, origin and kind of ceremony.', example)

export const Assertion = Named(
  'PasskeyAssertion',
  'W3C AuthenticationResponseJSON, as returned by the browser. Other members are ignored.',
  {
    ...credential,
    response: Described('What the authenticator answered.', {
      clientDataJSON: clientDataJSON(
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiYzJWamNtVjBJR1p2Y2lCbWFYWmxJRzFwYm5WMFpYTXNJR3AxYzNRZ2IyNWpaU0UiLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjMwMDAifQ',
      ),
      authenticatorData: Base64Url(
        'The signed data of the authenticator about itself and this use.',
        'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
      ),
      signature: Base64Url(
        'The signature of the authenticator.',
        'MEQCIDn7Tt15UAxDKnRwhNyEUHTOja1yZRoo6Wy6aWKT47avAiAUea9AFX3qFCzAymsUowtb0N2qsaPuh3w7wZr-XHXf0w',
      ),
      userHandle: Base64Url(
        'The user handle from the registration. Discoverable credentials always have one.',
        userHandle,
      ),
    }),
  },
)
export type Assertion = Static<typeof Assertion>

export const NewPasskey = Named('NewPasskey', 'A new passkey and its name.', {
  label: Text(100, label, 'Key ring'),
  credential: Described(
    'W3C RegistrationResponseJSON, as returned by the browser. Other members are ignored.',
    {
      ...credential,
      response: Described('What the authenticator answered.', {
        clientDataJSON: clientDataJSON(
          'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiYzJWamNtVjBJR1p2Y2lCbWFYWmxJRzFwYm5WMFpYTXNJR3AxYzNRZ2IyNWpaU0UiLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjMwMDAifQ',
        ),
        attestationObject: Base64Url(
          'The new public key, as CBOR.',
          'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAAAAAAAAAAAAAAAAAAAAAAAAICm72Z4P1pvgBe4L2pu5DhH160-ZMN-dbq0EShgmDG5MpQECAyYgASFYIGEAj_ylsVaqu4XPWh_SA5Es-Zy5aOv4YB9aKTi4li-FIlggr79e-xJTW0uWVAqfqD-kM7f21S8w6uP2I39mzMzFgkg',
        ),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: 32, examples: ['usb'] }), {
            maxItems: 16,
            description: 'How the authenticator can be reached.',
          }),
        ),
      }),
    },
  ),
})
export type NewPasskey = Static<typeof NewPasskey>
