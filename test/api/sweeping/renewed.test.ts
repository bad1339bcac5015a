import { expect, test } from 'vitest'
import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { beforeEachStatement } from '../../support/databases/each-statement.ts'
import { engine, type Outsider, outsider } from '../../support/databases/engine.ts'
import { inboard } from '../../support/service/clocked.ts'
import { eventually } from '../../support/service/inboard.ts'
import { hour, newLink, sweepAfter } from './sweep.ts'

const blocked = `select 1 from pg_locks as waiting
  where not granted and pg_backend_pid() = any(pg_blocking_pids(waiting.pid))`

/** Sweeps, and returns once the sweeping waits for what the other connection holds. */
async function sweepingBehind(other: Outsider): Promise<{ done: Promise<void> }> {
  let tries = 0
  const undo = beforeEachStatement(() => tries++)
  const done = sweepAccounts(inboard.world)
  // SQLite refuses the first try at once, and the sweeping tries again.
  const isWaiting = async () => (engine === 'sqlite' ? tries > 0 : (await other.all(blocked)).length > 0)
  await eventually(async () => (await isWaiting()) || undefined, 'the sweeping to wait').finally(undo)
  return { done }
}

test.each([
  ['sent_links', 'expires_at', 'true'],
  ['users', 'change_email_sent_at', 'pending_email is not null'],
  ['users', 'verification_email_sent_at', 'email_verified_at is null'],
])('rows that are renewed while they are swept stay: %s with a new %s', async (table, field, which) => {
  await sweepAfter(49 * hour)
  const ada = await inboard.signInByMail()
  await ada.client.requestAddressChange({ email: `new-${ada.user.email}` })
  const unverified = `unverified-${ada.user.email}`
  await newLink(unverified)
  const other = await outsider(inboard.world.config.database)
  await other.run('delete from links')
  inboard.clock.advance(49 * hour)
  // As a request for a link does, whose transaction is still open.
  await other.run(`begin; update ${table} set ${field} = '9' where ${which}`)
  const { done } = await sweepingBehind(other)
  await other.run('commit')
  await done
  const renewed = table === 'users' ? 1 : 4
  expect(
    await inboard.world.db.all`
      select id from users where email in (${ada.user.email}, ${unverified})
        and (change_email_sent_at = '9' and pending_email is not null or verification_email_sent_at = '9')
      union all select subject from sent_links`,
  ).toHaveLength(renewed)
  await other.run(`delete from sent_links where expires_at = '9'`)
  await other.close()
})
