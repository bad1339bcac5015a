import { expect, test } from 'vitest'
import { setColumn } from '../../src/server/cards/set-column.ts'
import { inbox, listen } from '../api/events/listening.ts'
import { fillInbox } from '../support/service/filling.ts'
import { times } from '../support/service/sending.ts'
import { inboard } from '../support/service/shared.ts'

test('for a client that does not read, the server queues nothing, and sends the latest state in the end', async () => {
  const ada = await inboard.signIn()
  const { client } = ada
  // Each time they all go to another column, there are three megabytes to tell.
  await fillInbox(inboard, ada, 400, '🪴'.repeat(2000))
  const { project } = await client.addProject({ title: 'P' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const columns = statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))
  const card_ids = times(400, (index) => `card-${index + 1}`)
  const stream = await listen(ada)
  stream.pause()
  const moves = 6
  for (let round = 0; round < moves; round++)
    await setColumn(inboard.world, { ownerId: ada.user.id }, { ...(columns[round % 3] ?? inbox), card_ids })
  const { seq } = await client.changes()
  stream.resume()
  const told = await stream.until(seq)
  expect(told.length).toBeLessThan(moves)
  expect(told.at(-1)?.cards).toHaveLength(400)
  stream.close()
})
