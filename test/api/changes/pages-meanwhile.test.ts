import { expect, test } from 'vitest'
import { fillInbox } from '../../support/service/filling.ts'
import { Replica } from '../../support/service/replica.ts'
import { inboard } from '../../support/service/shared.ts'
import { accountOf, inbox, newcomer, readAll } from './people.ts'

test('pages stay correct if items change while they are read', async () => {
  const ada = await newcomer()
  await fillInbox(inboard, ada, 1100)
  const { client } = ada
  const replica = new Replica()
  const page = await client.changes({ since: 0 })
  expect(page.more).toBe(true)
  replica.apply(page)
  // What was on the first page is edited, deleted and moved; so is what has yet to come.
  await client.editCard({ id: 'card-3', text: 'edited' })
  await client.removeCard({ id: 'card-4' })
  await client.removeCard({ id: 'card-1050' })
  await client.setColumn({ ...inbox, card_ids: ['card-2', 'card-1090'], moved: ['card-1090'] })
  await client.restore({ id: 'card-4' })
  const { id } = (await client.addProject({ title: 'late' })).project
  await client.addProjectCard({ project_id: id, text: 'late' })
  await readAll(ada, page.seq, replica)
  const account = await accountOf(ada)
  expect(replica.state).toEqual(account)
  // And from the start.
  expect((await readAll(ada, 0)).replica.state).toEqual(account)
})
