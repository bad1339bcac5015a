import Type from 'typebox'

/** Opaque to clients. Any text is let through: one that names nothing is a missing resource, not a bad request. */
export const Id = Type.String({ description: 'UUIDv7, lower case' })

export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' })

export const Nullable = (schema: typeof Id | typeof Time | Type.TString) =>
  Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] })

// `x-trim` is carried out by the validator; `x-refusal` is what it says when the pattern does not match.

/**
 * Text typed by a person: trimmed, then measured in code points. NUL and lone surrogates are refused, because
 * neither survives a round trip through every database.
 */
export const Text = (maxLength: number, description: string) =>
  Type.String({
    'x-trim': true,
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000\\uD800-\\uDFFF]*$',
    'x-refusal': 'must not contain NUL or half of a character',
    description,
  })

/** Unpadded base64url with no stray bits in its last character. */
export const Base64Url = (description: string) =>
  Type.String({
    pattern:
      '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{4}|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-][AQgw])$',
    'x-refusal': 'must be base64url without padding',
    description,
  })

/** A member that is named only to be refused, with the reason as its message. */
export const Refused = (description: string) => Type.Unsafe<never>({ not: {}, description })
