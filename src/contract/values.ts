import Type, { type Static } from 'typebox'

/**
 * These schemas have custom keywords, which other tools ignore: `x-trim`, `x-refusal`, `x-min-known` and
 * `x-refused`. `server/http/validation.ts` implements them. `examples` are the parts that whole
 * examples are composed of.
 */

/** Any text is valid: an unknown id is a missing resource, not a bad request. */
export const Id = (what: string, example: string) =>
  Type.String({
    description: `The id of ${what}: a UUID in lower case, which clients treat as opaque text.`,
    examples: [example],
  })

/** In bytes, of most endpoints. */
export const usualBody = 64 * 1024

/** In bytes, of those that take many cards. */
export const longestBody = 1024 * 1024

/**
 * Text of a request that is bounded only by its body: an id, token or path that is too long is a missing
 * resource, too.
 */
export const sent = <Schema extends Type.TString>(schema: Schema) => ({ ...schema, maxLength: longestBody })

export const Time = (what: string, example = '2026-11-15T09:30:00.000Z') =>
  Type.String({
    format: 'date-time',
    description: `${what}, in UTC, as ISO 8601 with milliseconds.`,
    examples: [example],
  })

/** A count, rank or sequence number. */
export const Natural = (
  description: string,
  example = 42,
  bounds: { minimum?: number; maximum?: number; default?: number } = {},
) => Type.Integer({ minimum: 0, ...bounds, description, examples: [example] })

/** Text of any length. */
export const Words = (description: string, ...examples: string[]) =>
  Type.String({ description, ...(examples.length > 0 && { examples }) })

export const Flag = (description: string, example: boolean) =>
  Type.Boolean({ description, examples: [example] })

export const List = <Item extends Type.TSchema>(items: Item, description: string, ...examples: [][]) =>
  Type.Array(items, { description, ...(examples.length > 0 && { examples }) })

export const Always = <Value extends string | number | boolean>(
  value: Value,
  description: string,
  ...examples: Value[]
) => Type.Literal(value, { description, ...(examples.length > 0 && { examples }) })

export const Described = <Members extends Type.TProperties>(description: string, members: Members) =>
  Type.Object(members, { description })

/** An object that has a name in the OpenAPI document. */
export const Named = <Members extends Type.TProperties>($id: string, description: string, members: Members) =>
  Type.Object(members, { $id, description })

export const Revision = Natural(
  'The sequence number of the last change of the item itself. Send it as "If-Match" to change only the version that you have read.',
  41,
)

export const Nullable = <Schema extends Type.TString | Type.TInteger | Type.TObject>(
  schema: Schema,
  options: { description?: string; examples?: [null] } = {},
) => Type.Unsafe<Static<Schema> | null>({ ...schema, ...options, type: [schema.type, 'null'] })

export const Choice = <Word extends string>(words: readonly Word[], description: string, example: Word) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description, examples: [example] })

/**
 * Text typed by a person: trimmed, then measured in code points. NUL and lone surrogates are refused, because
 * not every database can store them. The pattern spells out surrogate pairs, so that it works with and
 * without the `u` flag: generated clients often compile it without.
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
