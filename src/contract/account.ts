import Type, { type Static } from 'typebox'
import { Id, Nullable, Time } from './values.ts'

/** Only a bound: what an address is takes more than a schema to say, and is decided in one place on the server. */
const Email = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'One address of at most 254 octets, with no display name. Stored trimmed and in lower case.',
})

export const User = Type.Object(
  {
    id: Id,
    email: Type.String({ description: 'The confirmed address' }),
    email_verified: Type.Boolean(),
    email_verified_at: Nullable(Time),
    pending_email: Nullable(Type.String({ description: 'A new address whose link has not been opened yet' })),
    has_passkey: Type.Boolean(),
    created_at: Time,
  },
  { $id: 'User', additionalProperties: false },
)
export type User = Static<typeof User>

export const Session = Type.Object(
  {
    token: Type.String({ description: 'Send it as "Authorization: Bearer <token>"' }),
    token_type: Type.Literal('Bearer'),
    expires_at: Time,
    user: User,
  },
  { $id: 'Session', additionalProperties: false },
)
export type Session = Static<typeof Session>

export const LinkRequest = Type.Object({ email: Email }, { $id: 'LinkRequest' })

const sent = {
  message: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds that the link stays valid' }),
  retry_after: Type.Integer({ description: 'Seconds until another link can be requested' }),
}
export const LinkSent = Type.Object(sent, { $id: 'LinkSent', additionalProperties: false })
export const ChangeSent = Type.Object(
  { ...sent, user: User },
  { $id: 'ChangeSent', additionalProperties: false },
)

export const LinkToken = Type.Object(
  { token: Type.String({ minLength: 1, description: 'From the emailed link' }) },
  { $id: 'LinkToken' },
)

export const Me = Type.Object({ user: User }, { $id: 'Me', additionalProperties: false })
