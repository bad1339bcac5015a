import Type, { type Static } from 'typebox'
import { Base64Url, Id, Nullable, Text, Time } from './values.ts'

export const Passkey = Type.Object(
  {
    id: Id,
    label: Type.String(),
    credential_id: Type.String({ description: 'base64url' }),
    sign_count: Type.Integer({ minimum: 0 }),
    synced: Type.Boolean({ description: 'Backed up by its provider, as of its last use' }),
    created_at: Time,
    last_used_at: Nullable(Time),
  },
  { $id: 'Passkey', additionalProperties: false },
)
export type Passkey = Static<typeof Passkey>

export const PasskeyEnvelope = Type.Object(
  { passkey: Passkey },
  { $id: 'PasskeyEnvelope', additionalProperties: false },
)
export const PasskeyList = Type.Object(
  { passkeys: Type.Array(Passkey) },
  { $id: 'PasskeyList', additionalProperties: false },
)

const PublicKey = Type.Literal('public-key')
const Descriptor = Type.Object({
  id: Type.String(),
  type: PublicKey,
  transports: Type.Optional(Type.Array(Type.String())),
})

/** W3C PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get(). */
export const SignInOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    allowCredentials: Type.Array(Descriptor),
    userVerification: Type.Literal('required'),
  },
  { $id: 'PasskeySignInOptions', additionalProperties: false },
)
export type SignInOptions = Static<typeof SignInOptions>

/** W3C PublicKeyCredentialCreationOptionsJSON, for navigator.credentials.create(). */
export const RegistrationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: PublicKey })),
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
    extensions: Type.Object({ credProps: Type.Literal(true) }),
  },
  { $id: 'PasskeyRegistrationOptions', additionalProperties: false },
)
export type RegistrationOptions = Static<typeof RegistrationOptions>

// Of what browsers send, only the members that are read are named; the rest is ignored.
const credential = {
  id: Base64Url('The credential id'),
  rawId: Base64Url('The credential id again'),
  type: PublicKey,
}

/** W3C AuthenticationResponseJSON, as the browser made it. */
export const Assertion = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url('Names the challenge'),
      authenticatorData: Base64Url('What the authenticator signed'),
      signature: Base64Url('Its signature'),
      userHandle: Base64Url('Present, because only discoverable credentials are registered'),
    }),
  },
  { $id: 'PasskeyAssertion' },
)
export type Assertion = Static<typeof Assertion>

/** A label and W3C RegistrationResponseJSON, as the browser made it. */
export const NewPasskey = Type.Object(
  {
    label: Text(100, 'What the owner calls it'),
    credential: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: Base64Url('Names the challenge'),
        attestationObject: Base64Url('The new public key'),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
      }),
    }),
  },
  { $id: 'NewPasskey' },
)
export type NewPasskey = Static<typeof NewPasskey>
