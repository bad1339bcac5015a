import { expect, test } from 'vitest'
import { count, ids, newcomer } from './people.ts'

test('a large account can leave a project with all its cards in the bin, and have it back', async () => {
  const { client } = await newcomer()
  const { project } = await client.addProject({ title: 'Garden' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const column = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
  const { cards } = await client.listInboxCards()
  await client.setColumn({ ...column, card_ids: ids(cards) })
  await client.removeProject({ project_id: project.id })
  expect((await client.listBin()).items).toMatchObject([{ title: 'Garden', card_count: count + 1 }])
  await client.restore({ id: project.id })
  expect(ids((await client.listProjectCards({ project_id: project.id })).cards)).toEqual(ids(cards))
  await client.removeProject({ project_id: project.id })
  await client.emptyBin()
  expect(await client.changes()).toMatchObject({ cards: [], projects: [] })
})
