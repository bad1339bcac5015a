import fc from 'fast-check'

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))

/** A string of any Unicode characters. fast-check's own `binary` first lists all of them, which takes a second. */
export const anyString = (most?: number): fc.Arbitrary<string> =>
  fc
    .array(codePoint, most === undefined ? {} : { maxLength: most })
    .map((points) => String.fromCodePoint(...points))
