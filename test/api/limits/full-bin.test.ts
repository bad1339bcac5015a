import { expect, test } from 'vitest'
import { outsider } from '../../support/databases/engine.ts'
import { inboard } from '../../support/service/shared.ts'
import { newcomer } from './people.ts'

test('the bin holds a thousand projects; then the oldest go', async () => {
  const person = await newcomer(inboard)
  const { client, user } = person
  const { project } = await client.addProject({ title: 'Newest' })
  const now = new Date(inboard.clock.now()).toISOString()
  const stranger = await outsider(inboard.world.config.database)
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
    select '${user.id}', 'old-' || i, 'old-' || i, 'project', 'x', '${now}', i - 1000, '${now}' from n;
    update counters set bytes = bytes + 1000 where owner_id = '${user.id}'`)
  await stranger.close()
  await client.removeProject({ project_id: project.id })
  const { items } = await client.listBin()
  expect([items.length, items[0]?.title, items.at(-1)?.id]).toEqual([1000, 'Newest', 'old-2'])
  await person.expectExact()
})
