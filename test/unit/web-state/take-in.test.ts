import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardsOf, inbox, keyOf } from '../../../src/board/columns.ts'
import { type Confirmed, emptyWorkspace, takeIn, takeInAll } from '../../../src/board/workspace.ts'
import type { Card } from '../../../src/contract/card.ts'
import type { Changes } from '../../../src/contract/feed.ts'
import { cardOf, projectOf, statusesOf, time } from '../../support/models/things.ts'

const nothing: Confirmed = { workspace: emptyWorkspace, seq: 0 }
const page = (seq: number, changed: Partial<Changes>): Changes => ({
  seq,
  more: false,
  projects: [],
  statuses: [],
  cards: [],
  positions: [],
  deleted: [],
  ...changed,
})
const idsIn = ({ workspace }: Confirmed, key: string) => cardsOf(workspace.columns, key).map(({ id }) => id)

describe('a page of the feed', () => {
  test('puts cards in the order of their positions', () => {
    const before = takeIn(nothing, page(1, { cards: [cardOf('b', 1), cardOf('a', 0), cardOf('c', 2)] }))
    expect(idsIn(before, 'inbox')).toEqual(['a', 'b', 'c'])
    const after = takeIn(
      before,
      page(2, {
        positions: [
          { id: 'c', position: 0 },
          { id: 'a', position: 1 },
          { id: 'b', position: 2 },
        ],
      }),
    )
    expect(idsIn(after, 'inbox')).toEqual(['c', 'a', 'b'])
    expect(after.seq).toBe(2)
  })

  test('moves a card to another column, and leaves the other columns as they are', () => {
    const statuses = statusesOf('p')
    const before = takeIn(
      nothing,
      page(1, {
        projects: [projectOf('p')],
        statuses,
        cards: [cardOf('a', 0), cardOf('b', 0, { project_id: 'p', status_id: 'p/1' })],
      }),
    )
    const after = takeIn(
      before,
      page(2, { cards: [cardOf('a', 0, { project_id: 'p', status_id: 'p/0', revision: 2 })] }),
    )
    expect([idsIn(after, 'inbox'), idsIn(after, 'p/0')]).toEqual([[], ['a']])
    expect(after.workspace.columns.get('p/1')).toBe(before.workspace.columns.get('p/1'))
    expect(after.workspace.projects).toBe(before.workspace.projects)
  })

  test('deletes last, so that what came and went is gone', () => {
    const after = takeIn(
      nothing,
      page(3, {
        projects: [projectOf('p')],
        statuses: statusesOf('p'),
        cards: [cardOf('a', 0, { project_id: 'p', status_id: 'p/0' }), cardOf('b', 0)],
        deleted: [
          { kind: 'project', id: 'p' },
          { kind: 'card', id: 'a' },
        ],
      }),
    )
    expect([
      after.workspace.projects,
      [...after.workspace.statuses],
      idsIn(after, 'p/0'),
      idsIn(after, 'inbox'),
    ]).toEqual([[], [], [], ['b']])
  })

  test('lists projects by age', () => {
    const both = takeIn(
      nothing,
      page(1, {
        projects: [projectOf('new', { created_at: time(2) }), projectOf('old', { created_at: time(1) })],
      }),
    )
    expect(both.workspace.projects?.map(({ id }) => id)).toEqual(['old', 'new'])
  })

  test('a card that looks the same stays the same object', () => {
    const before = takeIn(nothing, page(1, { cards: [cardOf('a', 0)] }))
    const after = takeIn(before, page(2, { cards: [cardOf('a', 0)] }))
    expect(cardsOf(after.workspace.columns, 'inbox')[0]).toBe(cardsOf(before.workspace.columns, 'inbox')[0])
  })
})

describe('any number of pages', () => {
  const places = [inbox, { project_id: 'p', status_id: 'p/0' }, { project_id: 'p', status_id: 'p/2' }]
  const cards = fc.array(
    fc.record({ id: fc.constantFrom(...'abcdefgh'), position: fc.nat(9), place: fc.constantFrom(...places) }),
    { maxLength: 6 },
  )
  const pages = fc.array(
    fc.record({
      cards,
      moved: fc.array(fc.record({ id: fc.constantFrom(...'abcdefgh'), position: fc.nat(9) })),
      gone: fc.subarray([...'abcdefgh']),
    }),
    { maxLength: 6 },
  )

  test('lead to what an obvious model has, and a snapshot of it changes nothing', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const model = new Map<string, Card>()
        let confirmed = takeIn(nothing, page(1, { projects: [projectOf('p')], statuses: statusesOf('p') }))
        for (const [index, { cards: some, moved, gone }] of list.entries()) {
          const seq = index + 2
          const changed = [
            ...new Map(
              some.map((one) => [one.id, cardOf(one.id, one.position, { ...one.place, revision: seq })]),
            ).values(),
          ]
          const positions = moved.filter(({ id }) => model.has(id) && !changed.some((card) => card.id === id))
          const deleted = gone.map((id) => ({ kind: 'card' as const, id }))
          confirmed = takeIn(confirmed, page(seq, { cards: changed, positions, deleted }))
          for (const card of changed) model.set(card.id, card)
          for (const { id, position } of positions) model.set(id, { ...(model.get(id) as Card), position })
          for (const id of gone) model.delete(id)
        }
        const expected = (key: string) =>
          [...model.values()]
            .filter((card) => keyOf(card) === key)
            .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
        const keys = places.map(keyOf)
        for (const key of keys) expect(cardsOf(confirmed.workspace.columns, key)).toEqual(expected(key))
        const again = takeInAll(
          confirmed,
          page(99, { projects: [projectOf('p')], statuses: statusesOf('p'), cards: [...model.values()] }),
        )
        for (const key of keys)
          expect(cardsOf(again.workspace.columns, key)).toEqual(cardsOf(confirmed.workspace.columns, key))
        const cleared = takeInAll(confirmed, page(100, {}))
        expect(keys.flatMap((key) => cardsOf(cleared.workspace.columns, key))).toEqual([])
        expect(cleared.workspace.projects).toEqual([])
      }),
    )
  })
})
