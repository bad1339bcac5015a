import { expect, test } from 'vitest'
import { places } from '../../api/text/places.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { wellFormed } from '../../support/service/well-formed.ts'
import { newGardener } from './garden.ts'

const units = {
  letters: 'a',
  'letters of two bytes': 'é',
  'letters of three bytes': '語',
  'emoji, which are two UTF-16 units each': '🪴',
  'combining marks, which are points of their own': '\u0301',
  joiners: '\u200d',
  'rare ideographs': '𠮷',
}
const spaces = ' \t\n\r\v\f\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff'

for (const { name, member, bound, read } of places) {
  test(`${name} takes ${bound} characters, and not one more`, async () => {
    const { send, expectRefused } = await newGardener()
    for (const [what, unit] of Object.entries(units)) {
      const exact = unit.repeat(bound)
      const answer = await send(name, { [member]: exact })
      expect([what, read(answer)]).toEqual([what, exact])
      const tooLong = [{ [member]: exact + unit }]
      await expectRefused(name, tooLong, member, `must be at most ${bound} characters long`)
    }
  })

  test(`${name} trims its ${member} before measuring it`, async () => {
    const { send, expectRefused } = await newGardener()
    const inside = `a${spaces}b`
    const answer = await send(name, { [member]: spaces + inside + spaces })
    expect(read(answer)).toBe(inside)
    expect(read(await send(name, { [member]: `${spaces}${'x'.repeat(bound)}${spaces}` }))).toBe(
      'x'.repeat(bound),
    )
    const empty = ['', ' ', spaces].map((text) => ({ [member]: text }))
    await expectRefused(name, empty, member, 'must not be empty')
  })
}

test('the label of a passkey has the same rules', async () => {
  const { send, expectRefused } = await newGardener()
  for (const [label, message] of [
    ['', 'must not be empty'],
    [' \u3000', 'must not be empty'],
    ['🪴'.repeat(101), 'must be at most 100 characters long'],
    ['a\u0000', 'must not contain NUL or half of a character'],
  ])
    await expectRefused('addPasskey', [{ ...wellFormed.addPasskey, label }], 'label', message)
  // The label is valid, so the request fails only at its challenge, which was never issued.
  const answer = await send('addPasskey', { ...wellFormed.addPasskey, label: ` ${'🪴'.repeat(100)} ` })
  expect(outcome(answer)).toBe('400 challenge_invalid')
})
