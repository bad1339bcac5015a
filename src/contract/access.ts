import Type, { type Static } from 'typebox'
import { Choice, Flag, Id, List, Named, Nullable, Text, Time, Words } from './values.ts'

export const scopes = ['capture', 'read', 'write'] as const
/** A scope of the API. */
export type Scope = (typeof scopes)[number]

export const Scope = (description: string, example: Scope) => Choice(scopes, description, example)

const tokenScopes = [...scopes, 'calendar'] as const
/** The scopes of API tokens. `calendar` opens nothing in the API, only the calendar outside of it. */
export type TokenScope = (typeof tokenScopes)[number]

/** The scopes that satisfy each required scope. */
export const scopesThatAllow: Record<Scope, readonly TokenScope[]> = {
  capture: ['capture', 'write'],
  read: ['read', 'write'],
  write: ['write'],
}

export const SessionId = Id('a session', '7f3c9a52-90c1-4b7e-8a35-2d9b6f1e4c08')

const methods = ['link', 'passkey'] as const
export type SignInMethod = (typeof methods)[number]

export const OpenSession = Named('OpenSession', 'A session that has not ended.', {
  id: SessionId,
  method: Choice(methods, 'How the person signed in.', 'passkey'),
  client: Nullable(Words('The browser and the system that signed in; null if unknown.', 'Firefox on Linux')),
  created_at: Time('When the session began'),
  last_used_at: Nullable(
    Time(
      'When the session was last used, to within five minutes or so (null if that is not known)',
      '2026-11-15T10:12:00.000Z',
    ),
  ),
  expires_at: Time('When the session ends by itself', '2026-12-15T09:30:00.000Z'),
  is_current: Flag('Whether this request was sent with this session.', true),
})
export type OpenSession = Static<typeof OpenSession>

export const SessionList = Named('SessionList', "The caller's open sessions.", {
  sessions: List(OpenSession, 'The sessions, newest first.'),
})

export const ApiTokenId = Id('an API token', '01a1dd4b-6a3e-7000-9b52-c1e8f07d3a64')

const label = 'The name that the owner gave the token.'
const scope = Choice(
  tokenScopes,
  'What the token can do: `capture` only adds cards to the inbox, `read` only reads projects, cards, changes and the bin, `write` also writes them, `calendar` only opens `/calendar/{token}.ics`.',
  'capture',
)

const oauthClient = Type.Object({
  name: Words('What the client calls itself.', 'Agent'),
  host: Nullable(
    Words(
      'The host that vouches for the client, because its metadata document is there; null if none does.',
      'agent.example',
    ),
  ),
})

export const OAuthClient = Named(
  'OAuthClient',
  'A program that people connect by OAuth.',
  oauthClient.properties,
)
export type OAuthClient = Static<typeof OAuthClient>

export const ApiToken = Named('ApiToken', 'An API token of the caller, without its secret.', {
  id: ApiTokenId,
  label: Words(label, 'Shell on the laptop'),
  scope,
  created_at: Time('When the token was created'),
  expires_at: Nullable(Time('When the token expires (null if it does not)', '2027-11-15T09:30:00.000Z')),
  last_used_at: Nullable(
    Time('When the token was last used, to about a minute (null if never)', '2026-11-15T10:12:00.000Z'),
  ),
  client: Nullable(oauthClient, {
    description: 'The program that got the token by OAuth; null if the owner created the token.',
    examples: [null],
  }),
})
export type ApiToken = Static<typeof ApiToken>

export const ApiTokenList = Named('ApiTokenList', 'All API tokens of the caller.', {
  api_tokens: List(ApiToken, 'The tokens, newest first.'),
})

export const NewApiToken = Named('NewApiToken', 'A new API token.', {
  label: Text(100, label, 'Shell on the laptop'),
  scope,
  expires_at: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 64,
        description: 'When the token expires, as ISO 8601 with a time zone. Null or missing: never.',
        examples: ['2027-11-15T09:30:00.000Z'],
      }),
    ),
  ),
})
export type NewApiToken = Static<typeof NewApiToken>

export const MadeApiToken = Named('MadeApiToken', 'A new API token, with its secret.', {
  api_token: ApiToken,
  token: Words(
    'The token itself, which is shown only once. Send it in the header "Authorization: Bearer <token>"; one with the scope `calendar` belongs into its URL instead.',
    'inb_Qm9hcmRzIGFyZSBmb3IgdGhvdWdodHMsIG5vdCBub2lzZQ',
  ),
})
export type MadeApiToken = Static<typeof MadeApiToken>
