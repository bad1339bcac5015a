import { expect, test } from 'vitest'
import { newGardener } from '../../http/values/garden.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { places } from './places.ts'

const odd = `"\\/<script>&amp;\u0001\u007f\u0085\u200b\u202e ' -- ; \${x} {{y}} %s 👩‍👩‍👧‍👦 \u{10ffff} \ufffd \uffff`

for (const { name, member, bound, read } of places) {
  test(`${name} keeps every character of its ${member} but those that no database keeps`, async () => {
    const { send, client, expectRefused } = await newGardener()
    for (const text of [odd, '🪴'.repeat(bound)]) {
      expect(read(await send(name, { [member]: text }))).toBe(text)
      const { cards, projects } = await client.changes()
      expect([...cards.map((card) => card.text), ...projects.map(({ title }) => title)]).toContain(text)
    }
    const lost = ['\u0000', 'a\u0000b', '\ud83e', 'a\udeb4b', '\udeb4\ud83e'].map((text) => ({
      [member]: text,
    }))
    await expectRefused(name, lost, member, 'must not contain NUL or half of a character')
  })
}

test('a token of a link can be any text but none', async () => {
  const { send, expectRefused } = await newGardener()
  for (const token of ['x', ' ', '\u0000', '🪴', 'a'.repeat(60_000), '\ud83e', "' or 1=1 --"])
    expect([token, outcome(await send('openLink', { token }))]).toEqual([token, '400 token_unknown'])
  await expectRefused('openLink', [{ token: '' }], 'token', 'must not be empty')
})
