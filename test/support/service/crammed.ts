import { outsider } from '../databases/engine.ts'
import type { SignedIn, TestInboard } from './inboard.ts'

/** Puts cards of one letter into a bin, as if they had been deleted one after the other at a given time. */
export async function fillBin(
  { world, clock }: TestInboard,
  { user, client }: Pick<SignedIn, 'user' | 'client'>,
  count: number,
  { inOneProject = false, at = clock.now() } = {},
): Promise<void> {
  // The first change creates the counter.
  await client.addProject({ title: 'P' })
  const stranger = await outsider(world.config.database)
  const when = new Date(at).toISOString()
  const item = inOneProject ? `'old'` : `'old-' || i`
  const insert = 'insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)'
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    ${insert} select '${user.id}', ${item}, 'old-' || i, 'card', 'x', '${when}', ${inOneProject ? 0 : `i - ${count}`}, '${when}' from n;
    ${inOneProject ? `${insert} values ('${user.id}', 'old', 'old', 'project', 'x', '${when}', 0, '${when}');` : ''}
    update counters set cards = cards + ${count}, bytes = bytes + ${count + Number(inOneProject)}
    where owner_id = '${user.id}'`)
  await stranger.close()
}
