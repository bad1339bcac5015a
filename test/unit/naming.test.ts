import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isShortId,
  isWholeId,
  lettersOf,
  linkedId,
  named,
  nameFinder,
  shortIdFinder,
} from '../../src/board/names.ts'

const words = [
  'Milk',
  'milk',
  ' MILK',
  'Mílk\u0301 and eggs',
  'Milk / eggs',
  'ﬁsh',
  'fish\nand chips',
  '/',
  'ß',
  '0198',
  'rhyt',
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(' ').trim()),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const cards = fc.array(fc.record({ id: fc.uuid({ version: 7 }), text }), { minLength: 1, maxLength: 12 })

/** References of every kind, to one of these cards or to none. */
const references = (all: readonly { id: string; text: string }[]) =>
  fc.constantFrom(...all).chain(({ id, text: own }) =>
    fc.oneof(
      text,
      fc.nat({ max: own.length }).map((length) => own.slice(0, length)),
      fc.constantFrom(
        id,
        id.toUpperCase(),
        ` ${id}`,
        id.slice(0, 8),
        id.slice(-12),
        own.toUpperCase(),
        own.normalize('NFD'),
        `https://example.com/card/${id}`,
        lettersOf(id).slice(0, 4),
        lettersOf(id).slice(0, 8),
        lettersOf(id),
      ),
    ),
  )

test('whatever a name may mean in a whole list is found without the list', () => {
  fc.assert(
    fc.property(
      cards.chain((all) => fc.tuple(fc.constant(all), references(all))),
      ([all, reference]) => {
        const name = linkedId(reference)
        const byLetters = shortIdFinder(isShortId(name) ? [name] : [])
        const byName = nameFinder([name])
        const found = all.filter(
          (card) =>
            (isWholeId(name) && card.id === name.toLowerCase()) ||
            byLetters(card.id).length > 0 ||
            byName(card).length > 0,
        )
        expect(found).toEqual(expect.arrayContaining(named(all, name)))
      },
    ),
  )
})
