/**
 * An error for a client, as the endpoints of OAuth answer it (RFC 6749 §5.2, RFC 7591 §3.2.2). What concerns a
 * person is a `ProblemError`.
 */
export class OAuthError extends Error {
  /** The code, such as `invalid_grant`. */
  readonly error: string
  readonly description: string
  constructor(error: string, description: string) {
    super(`${error}: ${description}`)
    this.name = 'OAuthError'
    this.error = error
    this.description = description
  }
}
