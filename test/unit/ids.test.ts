import { expect, test } from 'vitest'
import { newId, nthId } from '../../src/server/db/ids.ts'

const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('new ids are UUIDs of version 7, and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 3000 }, newId)
  expect(ids.filter((id) => !uuidv7.test(id))).toEqual([])
  expect(ids.toSorted()).toEqual(ids)
})

test('the ids of many items that are created together are derived from one, and sort in order', () => {
  const [first, other] = [newId(), newId()]
  const ids = [0, 1, 4095, 4096, 99_999, 16_777_215].map((n) => nthId(first, n))
  for (const id of ids) expect(id).toMatch(uuidv7)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(nthId(other, 1)).not.toBe(nthId(first, 1))
  // Sooner or later than other ids, as the time at their beginning says.
  expect(ids.every((id) => id.slice(0, 13) === first.slice(0, 13))).toBe(true)
})
