import { describe, expect, test } from 'vitest'
import { splitLinks } from '../../../src/web/board/links.ts'

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
