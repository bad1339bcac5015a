import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import {
  type Edit,
  putProject,
  removeProject,
  renameProject,
  replaceProjects,
} from '../../src/web/state/workspace.ts'

const projectOf = (id: string, title: string): Project => ({
  id,
  title,
  owner_id: 'somebody',
  card_count: 0,
  completed_card_count: 0,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  revision: 1,
})

let changes: typeof import('../../src/web/state/changes.ts')

/** Loads the module afresh, as a newly opened page would, with these projects. */
async function openPage(...projects: Project[]): Promise<void> {
  vi.resetModules()
  changes = await import('../../src/web/state/changes.ts')
  await changes.read(async () => (now) => replaceProjects(now, projects))
}
const shown = () => changes.workspace.value.projects?.map(({ title }) => title)

/** Makes a change whose answer is given by the test. */
function change(edit: Edit, readsWait?: true) {
  const answer = Promise.withResolvers<void>()
  const state = { isSent: false }
  const outcome = changes
    .commit({
      apply: edit,
      async send() {
        state.isSent = true
        await answer.promise
        return edit
      },
      ...(readsWait && { readsWait }),
    })
    .then(
      () => 'saved',
      () => 'failed',
    )
  return {
    state,
    outcome,
    async succeed() {
      answer.resolve()
      await outcome
    },
    async fail() {
      answer.reject(new Error('refused'))
      await outcome
    },
  }
}
const rename = (id: string, title: string) => change((now) => renameProject(now, id, title))

beforeEach(() => openPage(projectOf('garden', 'A'), projectOf('house', 'House')))

describe('a project', () => {
  test('renamed twice has the second title, though the first renaming fails', async () => {
    const first = rename('garden', 'B')
    const second = rename('garden', 'C')
    expect(shown()).toEqual(['C', 'House'])
    await first.fail()
    expect(shown()).toEqual(['C', 'House'])
    await second.succeed()
    expect(shown()).toEqual(['C', 'House'])
  })

  test('renamed twice has the first title if the second renaming fails, and its own if both do', async () => {
    const saved = rename('garden', 'B')
    const refused = rename('garden', 'C')
    await saved.succeed()
    await refused.fail()
    expect(shown()).toEqual(['B', 'House'])
    const [third, fourth] = [rename('garden', 'D'), rename('garden', 'E')]
    await third.fail()
    await fourth.fail()
    expect(shown()).toEqual(['B', 'House'])
  })

  test('whose deletion fails comes back where it was, with the title it was given meanwhile', async () => {
    const renaming = rename('garden', 'B')
    const deleting = change((now) => removeProject(now, 'garden'))
    expect(shown()).toEqual(['House'])
    await renaming.succeed()
    expect(shown()).toEqual(['House'])
    await deleting.fail()
    expect(shown()).toEqual(['B', 'House'])
  })

  test('that cannot be created takes along what was done to it', async () => {
    const adding = change((now) => putProject(now, projectOf('new', 'New')), true)
    const renaming = rename('new', 'Newer')
    expect(shown()).toEqual(['A', 'House', 'Newer'])
    await adding.fail()
    expect(shown()).toEqual(['A', 'House'])
    await renaming.fail()
    expect(shown()).toEqual(['A', 'House'])
  })
})

test('changes are sent one after the other, in the order in which they were made', async () => {
  const [first, second, third] = [rename('garden', 'B'), rename('house', 'Home'), rename('garden', 'C')]
  const sent = () => [first, second, third].map(({ state }) => state.isSent)
  await changes.read(async () => (now) => now)
  expect(sent()).toEqual([true, false, false])
  await first.fail()
  await vi.waitFor(() => expect(sent()).toEqual([true, true, false]))
  await second.succeed()
  await third.succeed()
  expect(sent()).toEqual([true, true, true])
  expect(shown()).toEqual(['C', 'Home'])
})

test('whatever fails, the page shows what the server has and the changes that are still pending', async () => {
  const titles = fc.constantFrom('One', 'Two', 'Three')
  const ids = fc.constantFrom('garden', 'house', 'new')
  const edits = fc.oneof(
    fc.tuple(ids, titles).map(
      ([id, title]): Edit =>
        (now) =>
          putProject(now, projectOf(id, title)),
    ),
    fc.tuple(ids, titles).map(
      ([id, title]): Edit =>
        (now) =>
          renameProject(now, id, title),
    ),
    ids.map(
      (id): Edit =>
        (now) =>
          removeProject(now, id),
    ),
  )
  const steps = fc.array(fc.record({ edit: edits, isSaved: fc.boolean() }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await openPage(projectOf('garden', 'A'), projectOf('house', 'House'))
      let onServer = changes.workspace.value
      const made = all.map(({ edit }) => change(edit))
      for (const [index, { edit, isSaved }] of all.entries()) {
        const expected = all.slice(index).reduce((now, step) => step.edit(now), onServer)
        expect(changes.workspace.value).toEqual(expected)
        await (isSaved ? made[index]?.succeed() : made[index]?.fail())
        if (isSaved) onServer = edit(onServer)
      }
      expect(changes.workspace.value).toEqual(onServer)
      expect(changes.isSaving.value).toBe(false)
    }),
  )
})

describe('a read', () => {
  const listed = (...titles: string[]): Edit => {
    const list = titles.map((title) => projectOf(title.toLowerCase(), title))
    return (now) => replaceProjects(now, list)
  }

  test('does not undo a change that is pending', async () => {
    const renaming = rename('garden', 'B')
    await changes.read(
      async () => (now) => replaceProjects(now, [projectOf('garden', 'A'), projectOf('house', 'Home')]),
    )
    expect(shown()).toEqual(['B', 'Home'])
    await renaming.fail()
    expect(shown()).toEqual(['A', 'Home'])
  })

  test('that a write overtook is read again', async () => {
    const renaming = rename('garden', 'B')
    const answers = [listed('Stale'), listed('Fresh')]
    let asked = 0
    await changes.read(async () => {
      if (asked === 0) await renaming.succeed()
      return answers[asked++] ?? listed()
    })
    expect(asked).toBe(2)
    expect(shown()).toEqual(['Fresh'])
  })

  test('waits for what is being created, which it could not recognise', async () => {
    const adding = change((now) => putProject(now, projectOf('temporary', 'New')), true)
    let asked = 0
    const reading = changes.read(async () => {
      asked++
      return listed('Garden', 'New')
    })
    await vi.waitFor(() => expect(asked).toBe(1))
    expect(shown()).toEqual(['A', 'House', 'New'])
    await adding.fail()
    await reading
    expect(asked).toBe(2)
    expect(shown()).toEqual(['Garden', 'New'])
  })
})
