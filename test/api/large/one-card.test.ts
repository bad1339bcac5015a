import { expect, test } from 'vitest'
import { createBoardHandlers } from '../../../src/server/app.ts'
import { timesAsLong } from '../../support/machine/times-as-long.ts'
import { fillBin } from '../../support/service/crammed.ts'
import { fillInbox } from '../../support/service/filling.ts'
import { inboard } from '../../support/service/shared.ts'

/** Without what requests cost besides, and what a worker does. */
const handlers = createBoardHandlers(inboard.world)

/** Somebody with so many cards in the inbox and in the bin, and an empty project. */
async function somebody(count: number) {
  const person = await inboard.signIn()
  await fillInbox(inboard, person, count)
  await fillBin(inboard, person, count)
  const { project } = await person.client.addProject({ title: 'P' })
  return { id: person.user.id, project_id: project.id }
}

const operations: Record<string, (id: string, project_id: string) => Promise<unknown>> = {
  'add and remove a card': async (ownerId, project_id) => {
    const call = { ownerId, query: undefined }
    const { content } = await handlers.addProjectCard({
      ...call,
      params: { project_id },
      body: { text: 'x' },
    })
    await handlers.removeCard({ ...call, params: { id: content.id }, body: undefined })
  },
  'add a card at the end': (ownerId) =>
    handlers.addInboxCard({ ownerId, params: {}, query: undefined, body: { text: 'x' } }),
  'edit a card': (ownerId) => {
    const body = { text: String(performance.now()) }
    return handlers.editCard({ ownerId, params: { id: 'card-1' }, query: undefined, body })
  },
  'rename a project': (ownerId, project_id) => {
    const body = { title: String(performance.now()) }
    return handlers.renameProject({ ownerId, params: { project_id }, query: undefined, body })
  },
  'add and remove a project': async (ownerId) => {
    const call = { ownerId, query: undefined }
    const { content } = await handlers.addProject({ ...call, params: {}, body: { title: 'x' } })
    await handlers.removeProject({ ...call, params: { project_id: content.id }, body: undefined })
  },
}

test('requests about a few items take no longer in a full account', async () => {
  const [full, empty] = [await somebody(4000), await somebody(1)]
  const often = async (work: () => Promise<unknown>) => {
    for (let time = 0; time < 20; time++) await work()
  }
  for (const [name, work] of Object.entries(operations)) {
    const inFull = () => often(() => work(full.id, full.project_id))
    const inEmpty = () => often(() => work(empty.id, empty.project_id))
    // Both once, so that every statement is prepared.
    await inEmpty()
    await inFull()
    // An index is deeper, and PostgreSQL has not looked at these rows yet; but it does not go through thousands of them.
    const ratio = await timesAsLong(inFull, inEmpty, 8)
    expect([name, ratio < 8 || ratio]).toEqual([name, true])
  }
})
