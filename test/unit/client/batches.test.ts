import { expect, test } from 'vitest'
import { inBatches } from '../../../src/client/batches.ts'
import { longestBody } from '../../../src/contract/values.ts'
import { times } from '../../support/service/sending.ts'

const add = (text: string) => ({ method: 'POST', path: '/api/inbox/cards', body: { text } })
const bytesOf = (operations: object[]) => Buffer.byteLength(JSON.stringify({ operations }))

test.each([
  ['latin letters', 'x'],
  ['Chinese, of which a character has three bytes', '水'],
  ['what JSON escapes', '\u0001'],
  ['pictures', '🪴'],
])('batches of %s are as long as the server takes, and no longer', (_what, one) => {
  const operations = times(450, () => add(one.repeat(20_000 / one.length)))
  const batches = inBatches(operations)
  expect(batches.flat()).toEqual(operations)
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(100)
    expect(bytesOf(batch)).toBeLessThanOrEqual(longestBody)
  }
  for (const [index, batch] of batches.slice(0, -1).entries()) {
    const next = batches[index + 1]?.[0] ?? {}
    expect(batch.length === 100 || bytesOf([...batch, next]) > 1_000_000).toBe(true)
  }
})

test('an item that fits into no batch is sent on its own', () => {
  const huge = add('x'.repeat(2_000_000))
  expect(inBatches([add('a'), huge, add('b')]).map((batch) => batch.length)).toEqual([1, 1, 1])
  expect(inBatches([])).toEqual([])
})
