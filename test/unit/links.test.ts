import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLinks } from '../../src/web/board/links.ts'

const linksIn = (text: string) => splitLinks(text).flatMap(({ text: link, isLink }) => (isLink ? [link] : []))

describe('a link', () => {
  test.each([
    'https://example.com',
    'http://example.com/',
    'HTTPS://EXAMPLE.COM/A',
    'http://localhost:3000/docs#top',
    'http://[2001:db8::1]:8080/a',
    'https://example.com/a?b=c&d=%20e#f',
    'https://example.com/~ada/@home/a;b,c:d/e.f',
    'https://en.wikipedia.org/wiki/Card_(disambiguation)',
    'https://example.com/items[0]?id={id}',
    "https://en.wikipedia.org/wiki/Schindler's_List",
    'https://münchen.example/straße/日本語',
    'https://例え.example/مرحبا',
    'https://example.com/👩‍👩‍👧/❤️/👋🏽',
    'mailto:ada@example.com',
    'mailto:ada@example.com?subject=Hello%20there',
  ])('is %s, from its first character to its last', (url) => {
    expect(splitLinks(url)).toEqual([{ text: url, isLink: true }])
    expect(linksIn(`Look: ${url} and then`)).toEqual([url])
    expect(linksIn(`見て${url}。次に`)).toEqual([url])
  })

  test.each([
    ['See https://example.com/a.', 'https://example.com/a'],
    ['https://example.com/a, or not?', 'https://example.com/a'],
    ['Have you seen https://example.com?', 'https://example.com'],
    ['Wow: https://example.com/a!!!', 'https://example.com/a'],
    ['https://example.com/a…', 'https://example.com/a'],
    ['https://example.com/a—that one', 'https://example.com/a'],
    ['**https://example.com/a**', 'https://example.com/a'],
    ['_https://example.com/a_', 'https://example.com/a'],
    ['(https://example.com/a)', 'https://example.com/a'],
    ['(see https://en.wikipedia.org/wiki/A_(b)).', 'https://en.wikipedia.org/wiki/A_(b)'],
    ['[the page](https://example.com/a)', 'https://example.com/a'],
    ['https://example.com(the page)', 'https://example.com'],
    ['https://example.com/a(b', 'https://example.com/a'],
    ['[https://example.com/a]', 'https://example.com/a'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['<a href="https://example.com/a">', 'https://example.com/a'],
    ["'https://example.com/a', he said", 'https://example.com/a'],
    ['“https://example.com/a”', 'https://example.com/a'],
    ['«https://example.com/a»', 'https://example.com/a'],
    ['`https://example.com/a`', 'https://example.com/a'],
    ['https://example.com/a\nhttps', 'https://example.com/a'],
    ['https://example.com/a\u200b and more', 'https://example.com/a'],
    ['https://example.com\\@elsewhere.example', 'https://example.com'],
  ])('leaves what surrounds it alone: %j', (text, url) => {
    expect(linksIn(text)).toEqual([url])
  })

  test('can be one of several', () => {
    expect(splitLinks("['http://a.example','mailto:b@c.example']")).toEqual([
      { text: "['", isLink: false },
      { text: 'http://a.example', isLink: true },
      { text: "','", isLink: false },
      { text: 'mailto:b@c.example', isLink: true },
      { text: "']", isLink: false },
    ])
  })

  test.each([
    'Buy milk',
    'www.example.com',
    'example.com',
    'ada@example.com',
    'javascript:alert(1)',
    'JavaScript:alert(1)//a',
    'java\nscript:alert(1)',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:example',
    'tel:123',
    'git+https://example.com/a.git',
    'xhttp://example.com',
    'http:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https:///example.com',
    'ht\u200btps://example.com',
    'http://',
    'http://.',
    'http://?a',
    'http://%',
    'http://%65xample.com',
    'https://exa\u200bmple.com',
    'https://exa\u00admple.com',
    'https://example.com\u202emoc.elpmaxe',
    'https://bank.example@elsewhere.example/',
    'https://ada:secret@example.com/',
    'https://@example.com/',
    'mailto:',
    'mailto:ada',
    'mailto:@',
    'mailto: ada@example.com',
  ])('is not %j', (text) => {
    expect(linksIn(text)).toEqual([])
  })
})

const pieces = fc.constantFrom(
  ...[
    'https://a.example',
    'HTTP://b.example/c',
    'mailto:a@b.example',
    'http://',
    'mailto:',
    'javascript:',
    'a',
  ],
  ...[
    '@',
    ':',
    '/',
    '?',
    '#',
    '%',
    '.',
    ',',
    '-',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '"',
    "'",
    '’',
    '“',
  ],
  ...['\\', '|', ' ', '\n', '\t', '\0', '\u200b', '\u200d', '\u202e', '\u00ad', '\ufe0f', '\ufeff', '\ud83d'],
  ...['👩', '👩‍💻', '🏽', 'é', '中', '。', 'א'],
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 40 }).map((some) => some.join('')),
)

describe('whatever the text', () => {
  test('the parts in a row are the text, and no two pieces of plain text meet', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = splitLinks(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(parts.every((part) => part.text !== '')).toBe(true)
        expect(parts.some((part, index) => !part.isLink && parts[index + 1]?.isLink === false)).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  test('a link goes over http, https or to an address, and where it says', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const link of linksIn(text)) {
          const { protocol, username, password } = new URL(link)
          expect(['http:', 'https:', 'mailto:']).toContain(protocol)
          expect(link.toLowerCase().startsWith(protocol)).toBe(true)
          expect(username + password).toBe('')
          expect(link).toMatch(/^[^\s\p{Cc}\p{Bidi_Control}\u200b\ufeff<>"\\]+$/u)
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('there are links in it to look at', () => {
    const some = fc.sample(anyText, { numRuns: 2000, seed: 1 }).flatMap(linksIn)
    expect(some.length).toBeGreaterThan(100)
  })

  /** The quickest of some runs, in milliseconds. */
  const timeOf = (text: string) => {
    const times = Array.from({ length: 15 }, () => {
      const start = performance.now()
      splitLinks(text)
      return performance.now() - start
    })
    return Math.min(...times)
  }

  test.each([
    'http://(',
    'http://a(',
    'http://a([{',
    'http://%',
    'http://a.',
    'http://a\u200b',
    'mailto:',
    'http',
    '(',
    '.',
    "'",
    '👩\u200d',
    '\u200b',
    '©',
  ])('the time grows with its length, not faster: %j', (piece) => {
    // Behind the opening of a link, so that all of it may belong to it.
    const ofLength = (length: number) => `http://a(${piece.repeat(length / piece.length)}`
    timeOf(ofLength(2000))
    // 16 times the length should take 16 times as long; if the time grew with the square, it would be 256 times.
    expect(timeOf(ofLength(64_000)) / timeOf(ofLength(4000))).toBeLessThan(128)
  })
})
