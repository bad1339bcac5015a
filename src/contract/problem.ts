import Type, { type Static } from 'typebox'
import { Always, List, Named, Words } from './values.ts'

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

const refusal = <Status extends keyof typeof titles>(status: Status, detail: string, code?: string) => ({
  status,
  detail,
  code,
})

/**
 * Every way in which a request can fail: its status, and a sentence for people. The key is the `code` on the
 * wire, except where one code has two statuses.
 */
export const problems = {
  malformed_request: refusal(400, 'This is not a valid HTTP request.'),
  malformed_json: refusal(400, 'The body must be one JSON value in valid UTF-8.'),
  token_unknown: refusal(400, "This link isn't valid. Ask for a new one."),
  token_used: refusal(400, 'This link has already been used. Ask for a new one.'),
  token_expired: refusal(400, 'This link has expired. Ask for a new one.'),
  challenge_invalid: refusal(400, 'This passkey attempt has expired or was already used. Try again.'),
  passkey_invalid: refusal(400, 'This passkey could not be verified, so it was not added.'),
  oauth_client_invalid: refusal(
    400,
    "The agent that asks for access can't be trusted: it does not say properly who it is.",
  ),
  unauthenticated: refusal(401, 'Sign in first: send a valid session token as "Authorization: Bearer …".'),
  passkey_refused: refusal(
    401,
    'This passkey was not accepted. Try another way to sign in.',
    'passkey_invalid',
  ),
  scope_insufficient: refusal(
    403,
    'This API token does not allow this. Use one with another scope, or sign in.',
  ),
  not_found: refusal(404, 'Not found.'),
  request_timeout: refusal(408, 'The request took too long to arrive.'),
  email_taken: refusal(409, 'Another account already uses this address, so yours was not changed.'),
  passkey_exists: refusal(409, 'This passkey is already registered.'),
  id_taken: refusal(409, 'You have or had an item with this id. Send a key that you have not used before.'),
  project_limit_reached: refusal(409, 'You have reached the limit of projects. Delete one first.'),
  token_limit_reached: refusal(
    409,
    'You have reached the limit of API tokens, and agents count, too. Revoke or disconnect one first.',
  ),
  card_limit_reached: refusal(409, 'You have reached the limit of cards. Delete some first.'),
  storage_limit_reached: refusal(
    409,
    'You have reached the limit of text in cards and projects. Delete or shorten some first.',
  ),
  passkey_limit_reached: refusal(409, 'You have reached the limit of passkeys. Remove one first.'),
  cursor_gone: refusal(410, 'The changes since then are no longer available. Start over without "since".'),
  changed_meanwhile: refusal(412, 'This was changed after you read it. Read it again before you change it.'),
  payload_too_large: refusal(413, 'The body is larger than this endpoint accepts.'),
  unsupported_media_type: refusal(415, 'Send the body as "Content-Type: application/json", uncompressed.'),
  validation_failed: refusal(422, 'The request is invalid: see "errors".'),
  idempotency_key_reused: refusal(
    422,
    'This Idempotency-Key was used for a different request. Send a new key with each request.',
  ),
  too_complex: refusal(422, 'This request would take too much time or memory. Ask for less at a time.'),
  throttled: refusal(429, 'A link was sent moments ago. Try again in {retry_after} seconds.'),
  rate_limited: refusal(429, 'Too many requests, or too many at once. Try again in {retry_after} seconds.'),
  headers_too_large: refusal(431, 'The request line and headers are larger than this server accepts.'),
  internal: refusal(
    500,
    'Something went wrong on our side. The log has more, under the X-Request-Id of this answer.',
  ),
  unavailable: refusal(503, 'This cannot be done right now. Try again shortly.'),
}

export type ProblemName = keyof typeof problems

/** The code on the wire. */
export const codeOf = (name: ProblemName): string => problems[name].code ?? name

/** True if the body and the `Retry-After` header say when a retry may succeed. */
export const isTemporary = (name: ProblemName): boolean => problems[name].detail.includes('{retry_after}')

export interface Particulars {
  /** Replaces the general sentence. `{retry_after}` stands for that number. */
  detail?: string
  errors?: FieldError[]
  retry_after?: number
}

/** The body of a response. */
export function problem(name: ProblemName, particulars: Particulars = {}): Problem {
  const { status } = problems[name]
  const { detail = problems[name].detail, ...others } = particulars
  return {
    type: 'about:blank',
    title: titles[status],
    status,
    code: codeOf(name),
    detail: detail.replace('{retry_after}', String(particulars.retry_after)),
    ...others,
  }
}

export const FieldError = Named('FieldError', 'A mistake in one member of a request.', {
  field: Words(
    'The path of the member, such as "credential.rawId", or the name of the query parameter. Empty if the whole body is meant.',
  ),
  message: Words('What is wrong with the member, as a sentence without its subject.'),
})
export type FieldError = Static<typeof FieldError>

export const Problem = Named('Problem', 'An error, as RFC 9457 describes it. Every error has this form.', {
  type: Always('about:blank', 'RFC 9457: the code identifies the problem.'),
  title: Words('The name of the HTTP status.'),
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status of the answer.' }),
  code: Type.String({
    enum: [...new Set((Object.keys(problems) as ProblemName[]).map(codeOf))],
    description: 'What went wrong, for programs. Codes are stable, and new ones may be added.',
  }),
  detail: Words('What went wrong, as a plain sentence for people.'),
  errors: Type.Optional(
    List(FieldError, 'Each mistake in the request. Present exactly if the code is validation_failed.'),
  ),
  retry_after: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      description: 'After how many seconds the request can be retried. Present exactly if the status is 429.',
    }),
  ),
})
export type Problem = Static<typeof Problem>
