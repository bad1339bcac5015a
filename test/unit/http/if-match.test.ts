import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requireMatch } from '../../../src/server/writes/write.ts'

function passes(ifMatch: string | undefined, revision: number): boolean {
  try {
    requireMatch({ ownerId: 'somebody', ifMatch }, revision)
    return true
  } catch (error) {
    expect(error).toMatchObject({ problem: { code: 'changed_meanwhile' } })
    return false
  }
}

/** A tag of ours, as a proxy may have left it. */
const tagOf = (revision: number) =>
  fc
    .record({
      weak: fc.constantFrom('', 'W/'),
      suffix: fc.constantFrom('', '-gzip', '--gzip', ';br', '/zstd', '+df'),
    })
    .map(({ weak, suffix }) => `${weak}"${revision}${suffix}"`)

test('passes exactly if the revision is among the tags', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 30 }),
      fc.array(
        fc.nat({ max: 30 }).chain((one) => tagOf(one).map((tag) => ({ one, tag }))),
        { maxLength: 4 },
      ),
      fc.constantFrom(',', ', ', ' , ', ',,'),
      (revision, tags, comma) => {
        const isThere = tags.some(({ one }) => one === revision)
        expect(passes(tags.map(({ tag }) => tag).join(comma), revision)).toBe(isThere)
      },
    ),
  )
})

test('passes whatever the revision is if any will do, or if nothing is said', () => {
  for (const given of ['*', ' * ', undefined]) expect([given, passes(given, 7)]).toEqual([given, true])
})

test('passes nothing that is no tag of ours', () => {
  for (const given of ['', '8', "'7'", '"7', '"x7"', '"7', '"77"', '"-7"', '"*"', '""', 'W/7', 'null'])
    expect([given, passes(given, 7)]).toEqual([given, false])
})
