import { describe, expect, test } from 'vitest'
import { cleanName, displayName } from '../../../src/server/oauth/metadata.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'

describe('the name of a client, as a person sees it', () => {
  test.each([
    ['Agent', 'Agent'],
    ['  Agent \t of\u00a0\u3000Ada ', 'Agent of Ada'],
    ['Agent\r\nAllow', 'Agent Allow'],
    ['Agent\u2028Allow\u2029', 'Agent Allow'],
    ['\u202eelgooG', 'elgooG'],
    ['\u2067Agent\u2069\u200f', 'Agent'],
    ['A\u200bg\u200ce\u200dn\u2060t\ufeff', 'Agent'],
    ['A\u00adg\u034fe\u115fn\u3164t\u2800', 'Agent'],
    ['A\0\u0007\u001b[31m\u007f\u0085gent', 'A[31mgent'],
    ['\u{e0041}\u{e0067}', ''],
    ['\ud800Agent\udc00', 'Agent'],
    ['\ue000', ''],
    [`A${'\u0301'.repeat(50)}`, 'A\u0301\u0301\u0301'],
    ['Größe 日本語 العربية हिन्दी', 'Größe 日本語 العربية हिन्दी'],
    ['x'.repeat(200), 'x'.repeat(100)],
    ['🤖'.repeat(101), '🤖'.repeat(100)],
    [' \n ', ''],
  ])('%j is %j', (given, shown) => expect(cleanName(given)).toBe(shown))

  test('is one short line, in the order in which it is written, whatever is given', () => {
    const chance = chanceOfRun()
    for (let count = 0; count < 3000; count++) {
      const codes = chance.times(150, () =>
        chance.pick([
          chance.below(0x80),
          0x2000 + chance.below(0x70),
          0x300 + chance.below(0x70),
          chance.below(0x110000),
        ]),
      )
      const name = cleanName(String.fromCodePoint(...codes))
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|\p{M}{4}|^ | $| {2}/u)
      expect(Array.from(name).length).toBeLessThanOrEqual(100)
      expect(cleanName(name)).toBe(name)
    }
  })

  test('is the host, if it gives none; or says so', () => {
    expect(displayName('Agent', 'agent.example')).toBe('Agent')
    expect(displayName('', 'agent.example')).toBe('agent.example')
    expect(displayName('', null)).toBe('An agent without a name')
  })
})
