import Type, { type Static } from 'typebox'
import { Always, Choice, Flag, Id, longestBody, Named, Natural, Nullable, Time, Words } from './values.ts'

export const UserId = Id('a user', '01a1dd4b-1e60-7000-9d0a-6f1c8e2b7a90')

/** Only a bound. A schema can't define valid email addresses; the server does, in one place. */
const Email = Type.String({
  minLength: 1,
  maxLength: 1000,
  description:
    'One email address of at most 254 octets, without a display name. It is stored trimmed and in lower case.',
  examples: ['ada@example.com'],
})

export const User = Named('User', 'An account.', {
  id: UserId,
  email: Words('The email address of the account. Sign-in links go to it.', 'ada@example.com'),
  email_verified: Flag('Whether a link sent to the address has been opened.', true),
  email_verified_at: Nullable(
    Time('When the address was verified (null if it was not)', '2026-11-14T08:00:00.000Z'),
  ),
  pending_email: Nullable(
    Words('The requested new address, until its link is opened; null if no change is pending.'),
    { examples: [null] },
  ),
  has_passkey: Flag('Whether the account has at least one passkey.', true),
  created_at: Time('When the account was created', '2026-11-14T07:59:12.345Z'),
})
export type User = Static<typeof User>

export const Session = Named('Session', 'A new session and its account.', {
  token: Words(
    'The session token. Send it with every other request, in the header "Authorization: Bearer <token>".',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMWExZGQ0YiJ9.c2lnbmF0dXJl',
  ),
  token_type: Always('Bearer', 'The scheme of the Authorization header.'),
  expires_at: Time('When the session ends', '2026-12-15T09:30:00.000Z'),
  user: User,
})
export type Session = Static<typeof Session>

export const LinkRequest = Named('LinkRequest', 'The email address to send a link to.', { email: Email })

const sent = {
  message: Words(
    'A sentence to show to the person.',
    'If this address can receive mail, a sign-in link is on its way.',
  ),
  expires_in: Natural('The number of seconds for which the link is valid.', 900),
  retry_after: Natural('After how many seconds another link can be requested.', 60),
}
export const LinkSent = Named(
  'LinkSent',
  'The link will be emailed, whether or not the address had an account before.',
  sent,
)
export const ChangeSent = Named(
  'ChangeSent',
  'The link will be emailed to the new address. The account keeps its address until it is opened.',
  { ...sent, user: User },
)

const token = Type.String({
  minLength: 1,
  maxLength: longestBody,
  description: 'The value of the parameter "token" in the URL of the emailed link.',
  examples: ['r9Yw2uXJ0m0dGm3n4cVtq1Zk7bQe5sAoP8hLfT6iUvE'],
})
export const LinkToken = Named('LinkToken', 'The token of an emailed link.', { token })
export const LinkOpening = Named('LinkOpening', 'The token of an emailed link to open.', {
  token,
  end_other_access: Type.Optional(
    Flag('Whether to end all earlier sessions, and remove all API tokens and passkeys.', false),
  ),
})

const linkPurposes = ['sign_in', 'change_address'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const LinkDescription = Named('LinkDescription', 'What an emailed link would do.', {
  purpose: Choice(linkPurposes, 'What opening the link does.', 'change_address'),
  email: Words('The address that the link was sent to.', 'ada@example.org'),
  account: Words(
    'The current address of the account, with most of its local part hidden.',
    'a•••@example.com',
  ),
  expires_at: Time('When the link expires', '2026-11-15T09:45:00.000Z'),
})
export type LinkDescription = Static<typeof LinkDescription>

export const Me = Named('Me', 'The account of the session.', { user: User })

export const Leaving = Named('Leaving', 'The address of the account, to confirm its deletion.', {
  email: Email,
})
