import { expect, test } from 'vitest'
import { timesAsLong } from '../../support/machine/times-as-long.ts'
import { fillInbox } from '../../support/service/filling.ts'
import { inboard } from '../../support/service/shared.ts'

/** Somebody with so many cards in the inbox, and a project of their own. */
async function somebody(count: number) {
  const person = await inboard.signIn()
  await fillInbox(inboard, person, count)
  const { project } = await person.client.addProject({ title: 'P' })
  return { ...person, project_id: project.id }
}

test('what concerns one card or project takes no longer in a full account', async () => {
  const [full, empty] = [await somebody(8000), await somebody(1)]
  type Somebody = typeof full
  const operations: Record<string, (person: Somebody) => Promise<unknown>> = {
    addAndRemove: async ({ client, project_id }) => {
      const { card } = await client.addProjectCard({ project_id, text: 'x' })
      await client.removeCard({ id: card.id })
    },
    addAtTheEnd: ({ client }) => client.addInboxCard({ text: 'x' }),
    edit: ({ client }) => client.editCard({ id: 'card-1', text: String(performance.now()) }),
    rename: ({ client, project_id }) =>
      client.renameProject({ project_id, title: String(performance.now()) }),
    addAndRemoveProject: async ({ client }) => {
      const { project } = await client.addProject({ title: 'x' })
      await client.removeProject({ project_id: project.id })
    },
    listProjects: ({ client }) => client.listProjects(),
  }
  for (const [name, work] of Object.entries(operations)) {
    const ratio = await timesAsLong(
      () => work(full),
      () => work(empty),
      3,
    )
    expect([name, ratio < 3 || ratio]).toEqual([name, true])
  }
})
