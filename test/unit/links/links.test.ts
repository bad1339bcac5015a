import { describe, expect, test } from 'vitest'
import { splitLinks, urlOf } from '../../../src/board/text/links.ts'

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
    'www.example.com',
    'WWW.Example.com/a?b=c(d)#e',
    'ada@example.com',
    'Ada.Lovelace+news@mail.example.co.uk',
    'jörg@münchen.example',
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
    ['See www.example.com.', 'www.example.com'],
    ['(www.example.com/a)', 'www.example.com/a'],
    ['Ask ada@example.com, or wait.', 'ada@example.com'],
    ['Ask ada@example.com: she knows', 'ada@example.com'],
    ['Ada <ada@example.com>', 'ada@example.com'],
    ['"ada@example.com"', 'ada@example.com'],
    ['mailto: ada@example.com', 'ada@example.com'],
  ])('leaves what surrounds it alone: %j', (text, url) => {
    expect(linksIn(text)).toEqual([url])
  })

  test.each([
    ['HTTPS://example.com', 'HTTPS://example.com'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['WWW.example.com/a', 'https://WWW.example.com/a'],
    ['ada@example.com', 'mailto:ada@example.com'],
  ])('leads where it says: %s', (text, url) => {
    expect(urlOf(text)).toBe(url)
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
    'example.com',
    'www.example',
    'www..com',
    'xwww.example.com',
    'a.www.example.com',
    'file://www.example.com',
    'www.bank.example@elsewhere.example',
    'www.exa\u200bmple.com',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.c',
    'ada@.example.com',
    'ada@-example.com',
    'ada.@example.com',
    'a@b@example.com',
    'аda@example.com',
    "o'brien@example.com",
    'ftp://ada@example.com',
    'xmpp:ada@example.com',
    'example.com/?to=ada@example.com',
    'git@example.com:ada/garden.git',
    'ada@exa\u200bmple.com',
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
  ])('is not %j', (text) => {
    expect(linksIn(text)).toEqual([])
  })
})
