import Type, { type Static } from 'typebox'
import { Choice, Id, Nullable, Text, Time } from './values.ts'

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

export const OpenSession = Type.Object(
  {
    id: SessionId,
    method: Choice(methods, 'How the person signed in.', 'passkey'),
    client: Nullable(
      Type.String({
        description: 'The browser and the system that signed in; null if unknown.',
        examples: ['Firefox on Linux'],
      }),
    ),
    created_at: Time('When the session began'),
    last_used_at: Nullable(
      Time(
        'When the session was last used, to within five minutes or so (null if that is not known)',
        '2026-11-15T10:12:00.000Z',
      ),
    ),
    expires_at: Time('When the session ends by itself', '2026-12-15T09:30:00.000Z'),
    is_current: Type.Boolean({
      description: 'Whether this request was sent with this session.',
      examples: [true],
    }),
  },
  { $id: 'OpenSession', description: 'A session that has not ended.' },
)
export type OpenSession = Static<typeof OpenSession>

export const SessionList = Type.Object(
  { sessions: Type.Array(OpenSession, { description: 'The sessions, newest first.' }) },
  { $id: 'SessionList', description: "The caller's open sessions." },
)

export const ApiTokenId = Id('an API token', '01a1dd4b-6a3e-7000-9b52-c1e8f07d3a64')

const label = 'The name that the owner gave the token.'
const scope = Choice(
  tokenScopes,
  'What the token can do: `capture` only adds cards to the inbox, `read` only reads projects, cards, changes and the bin, `write` also writes them, `calendar` only opens `/calendar/{token}.ics`.',
  'capture',
)

const oauthClient = Type.Object({
  name: Type.String({ description: 'What the client calls itself.', examples: ['Agent'] }),
  host: Nullable(
    Type.String({
      description:
        'The host that vouches for the client, because its metadata document is there; null if none does.',
      examples: ['agent.example'],
    }),
  ),
})

export const OAuthClient = Type.Object(oauthClient.properties, {
  $id: 'OAuthClient',
  description: 'A program that people connect by OAuth.',
})
export type OAuthClient = Static<typeof OAuthClient>

export const ApiToken = Type.Object(
  {
    id: ApiTokenId,
    label: Type.String({ description: label, examples: ['Shell on the laptop'] }),
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
  },
  { $id: 'ApiToken', description: 'An API token of the caller, without its secret.' },
)
export type ApiToken = Static<typeof ApiToken>

export const ApiTokenList = Type.Object(
  { api_tokens: Type.Array(ApiToken, { description: 'The tokens, newest first.' }) },
  { $id: 'ApiTokenList', description: 'All API tokens of the caller.' },
)

export const NewApiToken = Type.Object(
  {
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
  },
  { $id: 'NewApiToken', description: 'A new API token.' },
)
export type NewApiToken = Static<typeof NewApiToken>

export const MadeApiToken = Type.Object(
  {
    api_token: ApiToken,
    token: Type.String({
      description:
        'The token itself, which is shown only once. Send it in the header "Authorization: Bearer <token>"; one with the scope `calendar` belongs into its URL instead.',
      examples: ['inb_Qm9hcmRzIGFyZSBmb3IgdGhvdWdodHMsIG5vdCBub2lzZQ'],
    }),
  },
  { $id: 'MadeApiToken', description: 'A new API token, with its secret.' },
)
export type MadeApiToken = Static<typeof MadeApiToken>
