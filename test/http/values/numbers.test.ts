import { expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { newGardener } from './garden.ts'

test('a position may be written in every way that JSON knows', async () => {
  const { send } = await newGardener()
  const positions = {
    '0': 0,
    '-0': 0,
    '0.0': 0,
    '1.0': 1,
    '1e3': 1000,
    '2147483647': 2_147_483_647,
    '21474836.47e2': 2_147_483_647,
  }
  for (const [written, position] of Object.entries(positions)) {
    const { body, text } = await send('editCard', `{"position":${written}}`)
    expect([written, body.card.position]).toEqual([written, position])
    expect(text).toContain(`"position":${position},`)
  }
})

test('a position that is none is refused', async () => {
  const { send, everything } = await newGardener()
  const before = await everything()
  const wrong = '-1 -0.5 0.5 1e-1 2147483648 2147483647.5 1e10 1e999 -1e999 9007199254740993'.split(' ')
  for (const written of wrong) {
    for (const name of ['addInboxCard', 'addProjectCard', 'editCard'] as const) {
      const answer = await send(name, `{"text":"x","position":${written}}`)
      expect([name, written, outcome(answer)]).toEqual([name, written, '422 validation_failed'])
      expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['position'])
    }
  }
  expect(await everything()).toBe(before)
})
