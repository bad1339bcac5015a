import { expect, test } from 'vitest'
import { ids, newcomer } from '../../../api/changes/people.ts'
import { outsider } from '../../../support/databases/engine.ts'
import { inboard } from '../../../support/service/shared.ts'

const gone = '410 cursor_gone'

test('a cursor expires after more than 100,000 deletions, except for those of the last deletion', async () => {
  const { user, send, client, card, seq } = await newcomer()
  const [x, y] = [await card('x'), await card('y')]
  const before = await seq()
  const stranger = await outsider(inboard.world.config.database)
  const now = new Date(inboard.clock.now()).toISOString()
  // As if the next deletion were that of a large project.
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
    insert into tombstones (owner_id, id, kind, seq, deleted_at)
    select '${user.id}', 'gone-' || i, 'card', ${before + 1}, '${now}' from n;
    update counters set tombstones = 100000 where owner_id = '${user.id}'`)
  await stranger.close()
  const kept = async () => {
    const found = await inboard.world.db.get<{ kept: number; counted: number; oldest: number }>`
      select count(*) as kept, (select tombstones from counters where owner_id = ${user.id}) as counted,
        (select oldest from counters where owner_id = ${user.id}) as oldest
      from tombstones where owner_id = ${user.id}`
    return [found?.kept, found?.counted, found?.oldest]
  }
  expect((await send(`DELETE /api/cards/${x.id}`)).outcome).toBe('204')
  expect(await kept()).toEqual([100_001, 100_001, before])
  expect((await send(`GET /api/changes?since=${before - 1}`)).outcome).toBe(gone)
  await client.removeCard({ id: y.id })
  // A thousand of them go at a time. Nobody needs the others any more.
  expect(await kept()).toEqual([99_002, 99_002, before + 1])
  expect((await send(`GET /api/changes?since=${before}`)).outcome).toBe(gone)
  expect((await client.changes({ since: before + 1 })).deleted).toEqual([{ kind: 'card', id: y.id }])
  // What is restored is not counted any more; that of which nothing is known can be restored, too.
  await client.restore({ id: y.id })
  await client.restore({ id: x.id })
  expect(await kept()).toEqual([99_000, 99_000, before + 1])
  expect(ids((await client.changes({ since: before + 1 })).cards)).toEqual(ids([x, y]))
})
