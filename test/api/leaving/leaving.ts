import { outsider } from '../../support/databases/engine.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
export const leave = (token: string, body: object, at: TestInboard = inboard) =>
  at.request('DELETE', '/api/me', { token, body })

/** How many rows each table has that name this owner. */
export async function rowsOf(
  ownerId: string,
  { world }: TestInboard = inboard,
): Promise<Record<string, number>> {
  const stranger = await outsider(world.config.database)
  const owned =
    'counters set_backs links outbox passkeys challenges projects statuses cards tombstones bin idempotency_keys sessions api_tokens authorization_codes'
  const counts: Record<string, number> = {}
  for (const table of owned.split(' ')) {
    const [row] = await stranger.all(`select count(*) as n from ${table} where owner_id = '${ownerId}'`)
    counts[table] = Number(row?.n)
  }
  const users = await stranger.all(`select count(*) as n from users where id = '${ownerId}'`)
  await stranger.close()
  return { ...counts, users: Number(users[0]?.n) }
}
