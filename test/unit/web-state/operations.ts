import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardsOf, find, inbox, keyOf } from '../../../src/board/columns.ts'
import { emptyWorkspace, type Workspace } from '../../../src/board/workspace.ts'
import { statusIdOf } from '../../../src/contract/plain/statuses.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { newId } from '../../../src/web/model/operations.ts'
import { replayed } from '../../../src/web/model/replay.ts'
import { anyOperation, someAccount } from '../../support/models/some-operations.ts'
import { cardOf, columnAt, projectOf } from '../../support/models/things.ts'

const show = (...operations: Operation[]) => replayed(someAccount, operations)
const idsIn = ({ columns }: Workspace, key: string) => cardsOf(columns, key).map(({ id }) => id)

export function testOperations(runs: number): void {
  describe('an operation', () => {
    test('on something that is gone changes nothing', () => {
      const gone: Operation[] = [
        { kind: 'edit card', id: 'x', text: 'New', before: 'Old' },
        { kind: 'complete card', id: 'x', complete: true },
        { kind: 'move cards', ids: ['x'], column: inbox, behind: ['a'] },
        { kind: 'move cards', ids: ['a'], column: columnAt('x', 0), behind: [] },
        { kind: 'delete card', id: 'x', before: 'What x says' },
        { kind: 'restore card', id: 'x', card: undefined },
        { kind: 'rename project', id: 'x', title: 'New', before: 'Old' },
        { kind: 'delete project', id: 'x' },
        { kind: 'restore project', id: 'x', whole: undefined },
        { kind: 'purge', id: 'x' },
      ]
      for (const operation of gone)
        expect(replayed(someAccount, [operation]), operation.kind).toBe(someAccount)
    })

    test('that is shown twice is shown as if it were once', () => {
      fc.assert(
        fc.property(fc.array(anyOperation, { maxLength: 5 }), anyOperation, (before, operation) => {
          const once = show(...before, operation)
          expect(replayed(once, [operation])).toEqual(once)
        }),
        { numRuns: runs },
      )
    })

    test('leaves an account in which every card is in one place, and every place belongs to a project', () => {
      fc.assert(
        fc.property(fc.array(anyOperation, { maxLength: 12 }), (operations) => {
          const { projects = [], statuses, columns, bin = [] } = show(...operations)
          const ids = [...columns.values()].flat().map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          for (const [key, cards] of columns) for (const card of cards) expect(keyOf(card)).toBe(key)
          expect([...statuses.keys()].sort()).toEqual(projects.map(({ id }) => id).sort())
          const known = new Set([...statuses.values()].flat().map(({ id }) => id))
          for (const key of columns.keys()) expect(key === 'inbox' || known.has(key)).toBe(true)
          expect(new Set(bin.map(({ id }) => id)).size).toBe(bin.length)
        }),
        { numRuns: runs },
      )
    })

    test('on an account that is not known yet makes no project of it', () => {
      fc.assert(
        fc.property(anyOperation, (operation) => {
          expect(replayed(emptyWorkspace, [operation]).projects).toBeUndefined()
        }),
      )
    })
  })

  describe('a new card', () => {
    const add = (project_id: string | null) =>
      ({ kind: 'add card', id: 'new', project_id, text: 'New', complete: false }) as const

    test('comes last in the inbox, or in the first column of its project', () => {
      expect(idsIn(show(add(null)), 'inbox')).toEqual(['a', 'b', 'new'])
      expect(idsIn(show(add('p')), 'p/0')).toEqual(['c', 'd', 'new'])
    })

    test('comes to the inbox if its project is gone', () => {
      const after = show({ kind: 'delete project', id: 'p' }, add('p'))
      expect(idsIn(after, 'inbox')).toEqual(['a', 'b', 'new'])
      expect(find(after.columns, 'new')).toMatchObject(inbox)
    })
  })

  describe('what is deleted', () => {
    test('lies in the bin, the newest first, and leaves it when it is restored', () => {
      const card = find(someAccount.columns, 'c')
      const deleted = show(
        { kind: 'delete card', id: 'c', before: 'What c says' },
        { kind: 'delete project', id: 'q' },
      )
      expect(deleted.bin).toEqual([
        { id: 'q', kind: 'project', title: 'q', card_count: 1 },
        { id: 'c', kind: 'card', text: 'What c says', ...columnAt('p', 0) },
        ...(someAccount.bin ?? []),
      ])
      const back = replayed(deleted, [{ kind: 'restore card', id: 'c', card }])
      expect(back.bin?.map(({ id }) => id)).toEqual(['q', 'old'])
      expect(idsIn(back, 'p/0')).toEqual(['d', 'c'])
      expect(replayed(deleted, [{ kind: 'purge', id: 'q' }]).bin?.map(({ id }) => id)).toEqual(['c', 'old'])
    })

    test('comes back to the inbox if its project is gone', () => {
      const card = cardOf('c', 0, columnAt('p', 0))
      const after = show(
        { kind: 'delete card', id: 'c', before: 'What c says' },
        { kind: 'delete project', id: 'p' },
        { kind: 'restore card', id: 'c', card },
      )
      expect(idsIn(after, 'inbox')).toEqual(['a', 'b', 'c'])
    })

    test('comes back with everything in it, if it was a project', () => {
      const whole = {
        project: projectOf('p'),
        statuses: someAccount.statuses.get('p') ?? [],
        cards: cardsOf(someAccount.columns, 'p/0'),
      }
      const after = show({ kind: 'delete project', id: 'p' }, { kind: 'restore project', id: 'p', whole })
      expect(after.projects?.map(({ id }) => id)).toEqual(['p', 'q'])
      expect(after.columns.get('p/0')).toEqual(someAccount.columns.get('p/0'))
      expect(after.statuses.get('p')).toEqual(someAccount.statuses.get('p'))
    })
  })

  describe('ids', () => {
    const uuid = (version: number) =>
      new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

    test('of new things are random UUIDs', () => {
      const ids = Array.from({ length: 500 }, newId)
      for (const id of ids) expect(id).toMatch(uuid(4))
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('of statuses follow from the id of their project, and are no other id', () => {
      const projects = [...Array.from({ length: 500 }, newId), '01a1dd4b-3f76-7000-8c01-fa6315d4a075']
      const ids = projects.flatMap((id) => [0, 1, 2].map((position) => statusIdOf(id, position)))
      for (const id of ids) expect(id).toMatch(uuid(8))
      expect(new Set([...projects, ...ids]).size).toBe(projects.length + ids.length)
      expect(projects.flatMap((id) => [0, 1, 2].map((position) => statusIdOf(id, position)))).toEqual(ids)
    })
  })
}
