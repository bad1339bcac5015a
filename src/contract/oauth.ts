import Type, { type Static } from 'typebox'
import { OAuthClient, Scope } from './access.ts'
import { Named, Nullable, Words } from './values.ts'

/** Longer than any client needs. What is too long is no valid request, and is never sent back. */
const longestParameter = 4096

const parameter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: longestParameter, description, examples: [example] }))

/** Everything is optional, because OAuth has its own answers to what is missing. */
const authorizationRequest = {
  client_id: parameter(
    'The URL of the metadata document of the client, or the id that its registration returned.',
    'https://agent.example/client.json',
  ),
  redirect_uri: parameter(
    'Where the browser is sent afterwards. It may be missing if the client has only one.',
    'https://agent.example/callback',
  ),
  response_type: parameter('Always `code`.', 'code'),
  code_challenge: parameter(
    'The SHA-256 of the verifier, in base64url.',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  code_challenge_method: parameter('Always `S256`.', 'S256'),
  scope: parameter(
    'Scopes, separated by spaces. The widest known one counts; without any it is `write`.',
    'read',
  ),
  state: parameter('Returned to the client unchanged.', 'af0ifjsldkj'),
  resource: parameter('The endpoint for agents, if the client names it.', 'http://localhost:3000/mcp'),
}

export const AuthorizationRequest = Named(
  'AuthorizationRequest',
  'What a client has put into the query of `/authorize` (RFC 6749 §4.1.1, RFC 7636, RFC 8707).',
  authorizationRequest,
)
export type AuthorizationRequest = Static<typeof AuthorizationRequest>

export const AuthorizationConsent = Named(
  'AuthorizationConsent',
  'The same, with the scope that the person has chosen.',
  { ...authorizationRequest, scope: Scope('What the person allows the client to do.', 'read') },
)
export type AuthorizationConsent = Static<typeof AuthorizationConsent>

const redirectTo = Words(
  'Where to send the browser.',
  'https://agent.example/callback?code=c2VjcmV0&state=af0ifjsldkj&iss=http%3A%2F%2Flocalhost%3A3000',
)

export const AuthorizationDescription = Named(
  'AuthorizationDescription',
  'Who asks for access and for what; or the mistake in the request.',
  {
    client: Type.Optional(OAuthClient),
    scope: Type.Optional(
      Scope('The scope that the client asks for. The person may choose a narrower one.', 'write'),
    ),
    redirect_host: Type.Optional(
      Nullable(
        Words(
          'The host, with its port, that the browser is sent to; null if it is sent to another program of the device.',
          'agent.example',
        ),
      ),
    ),
    redirect_scheme: Type.Optional(
      Words(
        'If there is no such host: the scheme of the URL that the other program opens.',
        'com.example.app',
      ),
    ),
    error: Type.Optional(
      Words(
        'Instead of the other members: the mistake that the client has made, as in RFC 6749 §4.1.2.1.',
        'invalid_scope',
      ),
    ),
    redirect_to: Type.Optional(
      Type.String({ ...redirectTo, description: 'With `error`: where the client learns of its mistake.' }),
    ),
  },
)
export type AuthorizationDescription = Static<typeof AuthorizationDescription>

export const AuthorizationAnswer = Named(
  'AuthorizationAnswer',
  'Where to send the browser with the answer.',
  { redirect_to: redirectTo },
)
export type AuthorizationAnswer = Static<typeof AuthorizationAnswer>
