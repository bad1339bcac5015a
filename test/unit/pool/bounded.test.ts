import { expect, test } from 'vitest'
import { weigh } from '../../../src/server/pool/bounded.ts'

test('what an account has deleted counts for its pages of changes, and for nothing else', () => {
  const deleted = { cards: 3, bytes: 100, tombstones: 9000 }
  expect(weigh(deleted, 'changes')).toBe('small')
  expect(weigh(deleted, 'removeCard')).toBe('tiny')
  expect(weigh({ ...deleted, cards: 9000 }, 'changes')).toBe('large')
})
