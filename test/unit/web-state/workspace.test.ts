import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardsOf, inbox, keyOf } from '../../../src/board/columns.ts'
import {
  columnsIn,
  emptyWorkspace,
  putInBin,
  putProject,
  removeProject,
  renameProject,
  takeFromBin,
  type Workspace,
} from '../../../src/board/workspace.ts'
import { cardOf, projectOf, statusesOf, time } from '../../support/models/things.ts'

/** The workspace with another project, and a card in each of its columns. */
function withBoard(workspace: Workspace, id: string): Workspace {
  const statuses = new Map([...workspace.statuses, [id, statusesOf(id)]])
  const listed = putProject({ ...workspace, statuses }, projectOf(id, { created_at: time(1) }))
  const cards = columnsIn(statuses, id).map((column) => cardOf(`card in ${column.status_id}`, 0, column))
  return { ...listed, columns: new Map([...listed.columns, ...Map.groupBy(cards, keyOf)]) }
}

const ids = ['p', 'q', 'r', 's']

/** An account with an inbox and some projects. */
const some = fc
  .shuffledSubarray(ids)
  .map((listed) =>
    listed.reduce(withBoard, { ...emptyWorkspace, projects: [], columns: new Map([[keyOf(inbox), []]]) }),
  )

const titlesOf = ({ projects }: Workspace) => projects?.map(({ title }) => title)
const without = <T extends { id: string }>(list: readonly T[] | undefined, id: string) =>
  list?.filter((one) => one.id !== id)

/** Checks that every column is the inbox or belongs to a status of a listed project. */
function expectWhole({ projects, statuses, columns }: Workspace): void {
  const listed = projects?.map(({ id }) => id) ?? []
  for (const id of statuses.keys()) expect(listed).toContain(id)
  const keys = [...statuses.values()].flat().map(({ id }) => id)
  for (const key of columns.keys()) expect([keyOf(inbox), ...keys]).toContain(key)
}

describe('a project', () => {
  test('is added once, in the order of age, and replaced where it is', () => {
    fc.assert(
      fc.property(
        some,
        fc.constantFrom(...ids),
        fc.constantFrom(time(0), time(2), ''),
        (workspace, id, at) => {
          const before = workspace.projects?.findIndex((one) => one.id === id) ?? -1
          const project = projectOf(id, { title: 'New title', created_at: at })
          const after = putProject(workspace, project)
          expect(after.projects?.filter((one) => one === project)).toHaveLength(1)
          expect(without(after.projects, id)).toEqual(without(workspace.projects, id))
          expect(putProject(after, project)).toEqual(after)
          if (before !== -1) expect(after.projects?.[before]).toBe(project)
          else if (at === time(0)) expect(after.projects?.[0]).toBe(project)
          else expect(after.projects?.at(-1)).toBe(project)
        },
      ),
    )
  })

  test('that was made here, and the server has not dated yet, is the newest', () => {
    const list = [projectOf('made here', { created_at: '' })]
    const after = putProject({ ...emptyWorkspace, projects: list }, projectOf('restored'))
    expect(titlesOf(after)).toEqual(['restored', 'made here'])
  })

  test('is renamed where it is, and nothing else changes', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...ids), (workspace, id) => {
        const after = renameProject(workspace, id, 'New title')
        expect(titlesOf(after)).toEqual(
          workspace.projects?.map((one) => (one.id === id ? 'New title' : one.title)),
        )
        expect(after.statuses).toBe(workspace.statuses)
        expect(after.columns).toBe(workspace.columns)
        if (!workspace.projects?.some((one) => one.id === id)) expect(after).toBe(workspace)
        expect(renameProject(after, id, 'New title')).toBe(after)
      }),
    )
  })

  test('is removed with its statuses and cards, and those of others stay the same objects', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...ids), (workspace, id) => {
        const after = removeProject(workspace, id)
        expectWhole(after)
        expect(after.projects).toEqual(without(workspace.projects, id))
        for (const other of workspace.projects ?? []) {
          if (other.id === id) continue
          expect(after.statuses.get(other.id)).toBe(workspace.statuses.get(other.id))
          for (const column of columnsIn(workspace.statuses, other.id))
            expect(cardsOf(after.columns, keyOf(column))).toBe(cardsOf(workspace.columns, keyOf(column)))
        }
        expect(removeProject(after, id)).toBe(after)
      }),
    )
  })

  test('is not added to, renamed in or removed from a list that is not known', () => {
    expect(putProject(emptyWorkspace, projectOf('p'))).toBe(emptyWorkspace)
    expect(renameProject(emptyWorkspace, 'p', 'New title')).toBe(emptyWorkspace)
    expect(removeProject(emptyWorkspace, 'p')).toBe(emptyWorkspace)
  })
})

describe('the bin', () => {
  const milk = { id: 'a', kind: 'card' as const, text: 'Milk' }
  const garden = { id: 'p', kind: 'project' as const, title: 'Garden', card_count: 3 }

  test('has the newest first, each once, as it was when it came', () => {
    const both = [milk, garden].reduce(putInBin, { ...emptyWorkspace, bin: [] })
    expect(both.bin).toEqual([garden, milk])
    expect(putInBin(both, { ...milk, text: 'Bread' })).toBe(both)
    expect(takeFromBin(both, 'p').bin).toEqual([milk])
    expect(takeFromBin(both, 'x')).toBe(both)
  })

  test('is left alone until it is known', () => {
    expect(putInBin(emptyWorkspace, milk)).toBe(emptyWorkspace)
    expect(takeFromBin(emptyWorkspace, 'a')).toBe(emptyWorkspace)
  })
})
