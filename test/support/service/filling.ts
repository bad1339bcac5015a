import { createBoardHandlers } from '../../../src/server/app.ts'
import { outsider } from '../databases/engine.ts'
import type { SignedIn, TestInboard } from './inboard.ts'

/**
 * Fills an inbox with cards `card-1` to `card-<count>`, as if they had been added one after the other. It
 * bypasses the server, whose writes would take longer.
 */
export async function fillInbox(
  { world, clock }: TestInboard,
  { user }: SignedIn,
  count: number,
  text = 'x',
): Promise<void> {
  // The first change creates the counter. It is created directly in the database, because the server would
  // cache the size for seconds.
  const { content: card } = await createBoardHandlers(world).addInboxCard({
    ownerId: user.id,
    params: {},
    query: undefined,
    body: { text: 'first' },
  })
  const stranger = await outsider(world.config.database)
  const now = new Date(clock.now()).toISOString()
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into cards (id, owner_id, text, complete, position, created_at, updated_at, revision, changed, counted)
    select 'card-' || i, '${user.id}', '${text}', 0, i, '${now}', '${now}', i + ${card.revision}, i + ${card.revision}, i + ${card.revision}
    from n;
    update counters set seq = seq + ${count}, cards = cards + ${count}, bytes = bytes + ${count * Buffer.byteLength(text)}
    where owner_id = '${user.id}'`)
  await stranger.close()
}
