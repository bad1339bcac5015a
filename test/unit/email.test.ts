import { describe, expect, test } from 'vitest'
import { normaliseEmail } from '../../src/server/common/email.ts'

const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`

describe('an address in its one form', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada@example.com\t\n', 'ada@example.com'],
    ['a.b+c_d-e@sub.example.co.uk', 'a.b+c_d-e@sub.example.co.uk'],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['root@localhost', 'root@localhost'],
    ['ada@1e100.net', 'ada@1e100.net'],
    [longest, longest],
  ])('%s', (input, expected) => {
    expect(normaliseEmail(input)).toBe(expected)
  })

  test('keeps dots and plus signs apart', () => {
    expect(normaliseEmail('a.da@example.com')).not.toBe(normaliseEmail('ada@example.com'))
    expect(normaliseEmail('ada+x@example.com')).not.toBe(normaliseEmail('ada@example.com'))
  })
})

describe('no address', () => {
  test.each([
    '',
    ' ',
    'ada',
    '@',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@example.com@example.com',
    'ada @example.com',
    'ada@ example.com',
    'ada@exa mple.com',
    'ada,bob@example.com',
    'ada@example.com,bob@example.com',
    'ada@example.com bob@example.com',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    '"ada"@example.com',
    'ada(comment)@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa_mple.com',
    'ada@ex%61mple.com',
    'ada@example.com:25',
    'ada@example.com/path',
    'ada@example.com?x',
    'ada@example.com#x',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@127.1',
    'ada@0x7f.1',
    'ada@example',
    'ada@xn--',
    'ada@exa\u0000mple.com',
    'ada\u0000@example.com',
    'ada\r\nBcc: eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ad\u00e4@example.com',
    '\u212Aate@example.com',
    'ada@\u200bexample.com\u200e',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'b'.repeat(64)}.com`,
    `a${longest}`,
    `ada@${'b.'.repeat(130)}com`,
  ])('%j', (input) => {
    expect(() => normaliseEmail(input)).toThrow('validation_failed')
  })
})
