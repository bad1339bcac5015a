import Type from 'typebox'

/**
 * The schemas here carry keywords of our own, which other people's tools ignore: `x-trim`, `x-refusal`, `x-min-known`
 * and `x-refused`. `server/http/validation.ts` carries them out. `examples` are the parts that whole examples are made
 * of.
 */

/** Any text passes: an id that names nothing is a missing resource, not a bad request. */
export const Id = (what: string, example: string) =>
  Type.String({
    description: `The id of ${what}: a UUID in lower case, which clients treat as opaque text.`,
    examples: [example],
  })

/** In bytes. Most bodies may have 64 KiB only. */
export const longestBody = 1024 * 1024

/**
 * Text of a request that has no bound but that of its body: an id, a token or a path that is too long names nothing, which is a
 * missing resource, too.
 */
export const sent = <Schema extends Type.TString>(schema: Schema) => ({ ...schema, maxLength: longestBody })

export const Time = (what: string, example = '2026-11-15T09:30:00.000Z') =>
  Type.String({
    format: 'date-time',
    description: `${what}, in UTC, as ISO 8601 with milliseconds.`,
    examples: [example],
  })

/** A number of the account's counter. */
export const Seq = (description: string, example = 42) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

export const Revision = Seq(
  'Rises whenever the thing itself is changed: it is the number that the change took. Send it as "If-Match" to change what you have seen, and nothing newer.',
  41,
)

export const Nullable = (schema: Type.TString, options: { description?: string; examples?: [null] } = {}) =>
  Type.Unsafe<string | null>({ ...schema, ...options, type: ['string', 'null'] })

/** One of a few words. */
export const Choice = <Word extends string>(words: readonly Word[], description: string, example: Word) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description, examples: [example] })

/**
 * Text typed by a person: trimmed, then measured in code points. NUL and lone surrogates are refused, because neither
 * survives a round trip through every database. Surrogate pairs are spelled out, so that the pattern judges alike with
 * and without the `u` flag: generated clients often compile it without.
 */
export const Text = (maxLength: number, description: string, example: string) =>
  Type.String({
    'x-trim': true,
    minLength: 1,
    maxLength,
    pattern: '^(?:[^\\u0000\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$',
    'x-refusal': 'must not contain NUL or half of a character',
    description,
    examples: [example],
  })

/** Unpadded base64url with no stray bits in its last character. */
export const Base64Url = (description: string, example: string) =>
  Type.String({
    maxLength: longestBody,
    pattern:
      '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{4}|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-][AQgw])$',
    'x-refusal': 'must be base64url without padding',
    description,
    examples: [example],
  })
