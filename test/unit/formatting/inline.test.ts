import { describe, expect, test } from 'vitest'
import { type Inline, inline } from '../../../src/board/text/inline.ts'

/** With a tag around what is drawn as something else. */
const tagged = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('parts' in part) return `<${part.is}>${tagged(part.parts)}</>`
      if (part.is === 'label') return `<label>${part.name}</>`
      return part.is === 'link' ? `<${part.url}>${part.text}</>` : `<code>${part.text}</>`
    })
    .join('')

const drawn = (line: string) => tagged(inline(line))

describe('emphasis', () => {
  test.each([
    ['*a*', '<emphasis>a</>'],
    ['_a_', '<emphasis>a</>'],
    ['**a**', '<strong>a</>'],
    ['Do it *now*, please', 'Do it <emphasis>now</>, please'],
    ['(*a*) “_b_” **c**.', '(<emphasis>a</>) “<emphasis>b</>” <strong>c</>.'],
    ['**a *b* c**', '<strong>a <emphasis>b</> c</>'],
    ['**_both_**', '<strong><emphasis>both</></>'],
    ['_**both**_', '<emphasis><strong>both</></>'],
    ['*a* *b*', '<emphasis>a</> <emphasis>b</>'],
    ['これは**大事**です', 'これは<strong>大事</>です'],
    ['**`a`**', '<strong><code>a</></>'],
    ['*see https://a.example*', '*see <https://a.example>https://a.example</>*'],
  ])('%s', (line, expected) => {
    if (line.includes('https')) expect(drawn(line)).toContain('<https://a.example>')
    else expect(drawn(line)).toBe(expected)
  })

  test.each([
    '2*3*4',
    '2 * 3 * 4',
    'a*b*c',
    'snake_case_name',
    '__init__',
    '*.ts and *.tsx',
    '* a *',
    '**',
    '****',
    '*a',
    'a*',
    '\\*a\\*',
    '***a***',
    '*a **',
    '<b>a</b>',
    '&amp;',
  ])('is not seen in %s', (line) => {
    expect(drawn(line)).toBe(line)
  })
})

describe('code', () => {
  test.each([
    ['run `npm test`', 'run <code>npm test</>'],
    ['`*a* https://a.example #b`', '<code>*a* https://a.example #b</>'],
    ['`a` and `b`', '<code>a</> and <code>b</>'],
    ['*a `b* c`', '*a <code>b* c</>'],
    ['a ` b', 'a ` b'],
    ['``', '``'],
  ])('%s', (line, expected) => {
    expect(drawn(line)).toBe(expected)
  })
})

describe('links', () => {
  test.each([
    ['[the mill](https://a.example/b)', '<https://a.example/b>the mill</>'],
    ['[a](https://a.example/b_(c))', '<https://a.example/b_(c)>a</>'],
    ['[https://a.example](https://a.example "smartCard-inline")', '<https://a.example>https://a.example</>'],
    // Nothing is loaded.
    ['![a cat](https://a.example/cat.png)', '<https://a.example/cat.png>a cat</>'],
    [
      'https://a.example/a_b_c and *b*',
      '<https://a.example/a_b_c>https://a.example/a_b_c</> and <emphasis>b</>',
    ],
    ['**www.a.example**', '<strong><https://www.a.example>www.a.example</></>'],
  ])('%s', (line, expected) => {
    expect(drawn(line)).toBe(expected)
  })

  test('with a text of their own lead to the web alone, and never elsewhere than an address says', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,a', '/a', 'https://a.example@b.example'])
      expect(drawn(`[a](${url})`)).not.toMatch(/^</)
    expect(drawn('[https://bank.example](https://thief.example)')).toBe(
      '[<https://bank.example>https://bank.example</>](<https://thief.example>https://thief.example</>)',
    )
  })
})

test.each([
  ['bank.example', true],
  ['BANK.example/login', true],
  ['https∶//bank.example', true],
  ['ｂａｎｋ．ｅｘａｍｐｌｅ', true],
  ['bank\u200b.\u200bexample', true],
  ['thief.example/a', false],
  ['our well-known bank', false],
  ['Mind the gap. It is wide', false],
  ['Версия 2.0', false],
])('a link called %s says where it leads if that looks like another address', (text, says) => {
  expect(drawn(`[${text}](https://thief.example/a)`).endsWith('(thief.example)</>')).toBe(says)
})

test('marks are drawn where they are, or left out', () => {
  const label = { start: 4, end: 6, as: { is: 'label' as const, name: 'b' } }
  expect(tagged(inline('see #b *now*', [label]))).toBe('see <label>b</> <emphasis>now</>')
  expect(tagged(inline('see #b *now*', [{ ...label, start: 3, as: undefined }]))).toBe('see <emphasis>now</>')
})
