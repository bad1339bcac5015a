import Type, { type Static } from 'typebox'

/**
 * Every way a request can fail: its status, and the sentence a person reads. The key is the wire's `code`,
 * save where one code has two statuses.
 */
export const problems = {
  malformed_request: { status: 400, detail: 'This is not a valid HTTP request.' },
  malformed_json: { status: 400, detail: 'The body must be one JSON value in valid UTF-8.' },
  token_unknown: { status: 400, detail: 'This link is not known. Ask for a new one.' },
  token_used: { status: 400, detail: 'This link has already been used. Ask for a new one.' },
  token_expired: { status: 400, detail: 'This link has expired. Ask for a new one.' },
  challenge_invalid: {
    status: 400,
    detail: 'This passkey attempt has expired or was already used. Start again.',
  },
  passkey_invalid: { status: 400, detail: 'This passkey could not be verified, so it was not added.' },
  unauthenticated: {
    status: 401,
    detail: 'Sign in first: send a valid session token as "Authorization: Bearer …".',
  },
  passkey_refused: {
    status: 401,
    code: 'passkey_invalid',
    detail: 'This passkey was not accepted. Try another way to sign in.',
  },
  scope_insufficient: {
    status: 403,
    detail: 'This API token does not allow this. Use one with another scope, or sign in.',
  },
  not_found: { status: 404, detail: 'There is nothing here.' },
  request_timeout: { status: 408, detail: 'The request took too long to arrive.' },
  email_taken: {
    status: 409,
    detail: 'Another account uses this address by now, so yours was left as it was.',
  },
  passkey_exists: { status: 409, detail: 'This passkey is registered already.' },
  id_taken: {
    status: 409,
    detail: 'You have, or had, something with this id. Send a key that you have not used before.',
  },
  project_limit_reached: {
    status: 409,
    detail: 'You have as many projects as are allowed here. Delete one first.',
  },
  token_limit_reached: {
    status: 409,
    detail: 'You have as many API tokens as are allowed. Revoke one first.',
  },
  card_limit_reached: {
    status: 409,
    detail: 'You have as many cards as are allowed here. Delete some first.',
  },
  storage_limit_reached: {
    status: 409,
    detail: 'Your cards and projects hold as much text as is allowed here. Delete or shorten some first.',
  },
  passkey_limit_reached: {
    status: 409,
    detail: 'You have as many passkeys as are allowed here. Remove one first.',
  },
  cursor_gone: {
    status: 410,
    detail: 'What has changed since then is no longer known. Begin again without "since".',
  },
  changed_meanwhile: {
    status: 412,
    detail: 'This has been changed since you read it. Read it again, and decide anew.',
  },
  payload_too_large: { status: 413, detail: 'The body is larger than this endpoint accepts.' },
  unsupported_media_type: {
    status: 415,
    detail: 'Send the body as "Content-Type: application/json", uncompressed.',
  },
  validation_failed: { status: 422, detail: 'Some of what was sent is not acceptable; "errors" says what.' },
  idempotency_key_reused: {
    status: 422,
    detail:
      'Another request was sent with this Idempotency-Key before. Every request needs a key of its own.',
  },
  too_complex: {
    status: 422,
    detail: 'This would take longer, or more memory, than one request may. Ask for less at a time.',
  },
  throttled: { status: 429, detail: 'A link was sent moments ago. Try again in {retry_after} seconds.' },
  rate_limited: {
    status: 429,
    detail: 'Too many requests, or too many at once. Try again in {retry_after} seconds.',
  },
  headers_too_large: {
    status: 431,
    detail: 'The request line and headers are larger than this server accepts.',
  },
  internal: {
    status: 500,
    detail: 'Something went wrong on our side. The X-Request-Id of this answer finds it in the log.',
  },
  unavailable: {
    status: 503,
    detail: 'This cannot be done right now. Try again shortly.',
  },
} as const satisfies Record<string, { status: number; code?: string; detail: string }>

export type ProblemName = keyof typeof problems

/** The wire's name for it. */
export const codeOf = (name: ProblemName): string => (problems[name] as { code?: string }).code ?? name

const titles: Record<(typeof problems)[ProblemName]['status'], string> = {
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

/** Whether it is known when it passes: such a problem says so in its body, and in the header `Retry-After`. */
export const isTemporary = (name: ProblemName): boolean => problems[name].detail.includes('{retry_after}')

export interface Particulars {
  /** In place of the general sentence. `{retry_after}` stands for that number. */
  detail?: string
  errors?: FieldError[]
  retry_after?: number
}

/** The body of an answer. */
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

export const FieldError = Type.Object(
  {
    field: Type.String({
      description:
        'The path of the member, such as "credential.rawId", or the name of the query parameter. It is empty if the mistake concerns the body as a whole.',
    }),
    message: Type.String({
      description: 'What is wrong with the member, as a sentence without its subject.',
    }),
  },
  { $id: 'FieldError', description: 'A mistake in one member of a request.' },
)
export type FieldError = Static<typeof FieldError>

export const Problem = Type.Object(
  {
    type: Type.Literal('about:blank', { description: 'RFC 9457: the problem is told by its code.' }),
    title: Type.String({ description: 'The name of the HTTP status.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status of the answer.' }),
    code: Type.String({
      enum: [...new Set((Object.keys(problems) as ProblemName[]).map(codeOf))],
      description: 'What went wrong, for programs. Codes are stable; there may be more of them one day.',
    }),
    detail: Type.String({ description: 'What went wrong, as a plain sentence for people.' }),
    errors: Type.Optional(
      Type.Array(FieldError, {
        description: 'Each mistake in the request. Present exactly if the code is validation_failed.',
      }),
    ),
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'After how many seconds the request can be tried again. Present exactly if the status is 429.',
      }),
    ),
  },
  { $id: 'Problem', description: 'A refusal, as RFC 9457 describes it. Every error has this form.' },
)
export type Problem = Static<typeof Problem>
