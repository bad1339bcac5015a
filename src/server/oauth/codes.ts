import { randomBytes } from 'node:crypto'
import type { Scope } from '../../contract/access.ts'
import type { CurrentSession } from '../common/caller.ts'
import { type Clock, iso, minutes, seconds } from '../common/clock.ts'
import { hashToken } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import { inBatches } from '../db/batches.ts'
import type { Held } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Client } from './clients.ts'

const lifetime = 60 * seconds
const mostLive = 10
/** How long a code is known after it has got its token. */
export const remembered = 10 * minutes

interface Allowed {
  client: Client
  redirectUri: string
  challenge: string
  scope: Scope
  session: CurrentSession
}

/** Returns the code, which is stored only as a hash. If there are too many, the oldest are dropped. */
export function addCode(
  held: Held,
  clock: Clock,
  { client, redirectUri, challenge, scope, session }: Allowed,
): string {
  const { ownerId } = held
  const code = randomBytes(32).toString('base64url')
  held.send`
    insert into authorization_codes (owner_id, id, code_hash, session_id, session_issued_at, client_name, client_host,
      client_hash, redirect_uri, challenge, scope, expires_at)
    values (${ownerId}, ${newId()}, ${hashToken(code)}, ${session.id}, ${iso(session.issuedAt)}, ${client.name},
      ${client.host}, ${hashToken(client.id)}, ${redirectUri}, ${challenge}, ${scope}, ${iso(clock.now() + lifetime)})`
  held.send`
    delete from authorization_codes where owner_id = ${ownerId} and token_id is null and id not in (
      select id from authorization_codes where owner_id = ${ownerId} and token_id is null
      order by id desc limit ${mostLive})`
  return code
}

export async function sweepCodes({ db, clock }: World): Promise<void> {
  const now = iso(clock.now())
  await inBatches((limit) =>
    db.transaction(
      (tx) => tx.run`
    delete from authorization_codes where expires_at < ${now} and (owner_id, id) in (
      select owner_id, id from authorization_codes where expires_at < ${now} limit ${limit})`,
    ),
  )
}
