import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import type { Project, Status } from '../../src/contract/project.ts'
import { append, cardsOf, inbox, keyOf } from '../../src/web/state/columns.ts'
import {
  cardEdit,
  columnsIn,
  emptyWorkspace,
  putProject,
  removeProject,
  renameProject,
  replaceProjects,
  setStatuses,
  type Workspace,
} from '../../src/web/state/workspace.ts'

const now = '2026-11-15T09:30:00.000Z'
const times = { owner_id: 'somebody', created_at: now, updated_at: now, revision: 1 }

const projectOf = (id: string, title = `Title of ${id}`): Project => ({
  ...times,
  id,
  title,
  card_count: 1,
  completed_card_count: 0,
})
const statusesOf = (project_id: string): Status[] =>
  ['To do', 'Done'].map((name, position) => ({ id: `${project_id}-${name}`, project_id, name, position }))
const cardOf = (project_id: string, status_id: string): Card => ({
  ...times,
  id: `card in ${status_id}`,
  project_id,
  status_id,
  text: 'Something',
  complete: false,
  position: 0,
})

/** The workspace with the board of a project loaded, and a card in each of its columns. */
function withBoard(workspace: Workspace, id: string): Workspace {
  const known = setStatuses(workspace, id, statusesOf(id))
  return cardEdit((columns) =>
    statusesOf(id).reduce((made, status) => append(made, cardOf(id, status.id)), columns),
  )(known)
}

const ids = ['p', 'q', 'r', 's']

/** A workspace with an inbox and a list of projects, some of them with their boards loaded. */
const some = fc
  .record({ listed: fc.shuffledSubarray(ids), loaded: fc.subarray(ids) })
  .map(({ listed, loaded }) => {
    const projects = listed.map((id) => projectOf(id))
    const columns = new Map([[keyOf(inbox), []]])
    return loaded
      .filter((id) => listed.includes(id))
      .reduce(withBoard, { ...emptyWorkspace, projects, columns } as Workspace)
  })

const titlesOf = ({ projects }: Workspace) => projects?.map(({ title }) => title)
const without = <T extends { id: string }>(list: readonly T[] | undefined, id: string) =>
  list?.filter((one) => one.id !== id)

/** Checks that every loaded column is the inbox or belongs to a status of a listed project. */
function expectWhole({ projects, statuses, columns }: Workspace): void {
  const listed = projects?.map(({ id }) => id) ?? []
  for (const id of statuses.keys()) expect(listed).toContain(id)
  const keys = [...statuses.values()].flat().map(({ id }) => id)
  for (const key of columns.keys()) expect([keyOf(inbox), ...keys]).toContain(key)
}

describe('a project', () => {
  test('is added once, at the end, and replaced where it is', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...ids), (workspace, id) => {
        const before = workspace.projects?.findIndex((one) => one.id === id) ?? -1
        const project = projectOf(id, 'New title')
        const after = putProject(workspace, project)
        const at = before === -1 ? (workspace.projects?.length ?? 0) : before
        expect(after.projects?.[at]).toBe(project)
        expect(without(after.projects, id)).toEqual(without(workspace.projects, id))
        expect(putProject(after, project)).toEqual(after)
      }),
    )
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

  test('is not added to, renamed in or removed from a list that is not loaded', () => {
    expect(putProject(emptyWorkspace, projectOf('p'))).toBe(emptyWorkspace)
    expect(renameProject(emptyWorkspace, 'p', 'New title')).toBe(emptyWorkspace)
    expect(removeProject(emptyWorkspace, 'p')).toBe(emptyWorkspace)
  })
})

test('the list of the server takes the place of the known one, and nothing is left of what is not in it', () => {
  fc.assert(
    fc.property(some, fc.shuffledSubarray(ids), (workspace, listed) => {
      const list = listed.map((id) => projectOf(id, `${id} elsewhere`))
      const after = replaceProjects(workspace, list)
      expectWhole(after)
      expect(after.projects).toBe(list)
      for (const id of listed) expect(after.statuses.get(id)).toBe(workspace.statuses.get(id))
      expect(cardsOf(after.columns, keyOf(inbox))).toBe(cardsOf(workspace.columns, keyOf(inbox)))
    }),
  )
})

test('an edit of the cards that changes none leaves the workspace the same object', () => {
  fc.assert(
    fc.property(some, (workspace) => {
      expect(cardEdit((columns) => columns)(workspace)).toBe(workspace)
    }),
  )
})
