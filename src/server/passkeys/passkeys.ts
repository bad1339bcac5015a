import { Passkey } from '../../contract/passkey.ts'
import type { SessionActor } from '../access/access.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { Reader } from '../db/database.ts'
import { members, type Row, toAnswer } from '../db/values.ts'

export async function listPasskeys(db: Reader, ownerId: string): Promise<Passkey[]> {
  const rows = await db.all<Row<typeof Passkey>>`
    select ${members(Passkey)} from passkeys where owner_id = ${ownerId} order by created_at, id`
  return rows.map((row) => toAnswer(Passkey, row))
}

export async function removePasskey(
  { access, audit }: World,
  actor: SessionActor,
  id: string,
): Promise<void> {
  const removed = await access.hold(
    actor,
    (held) => held.run`delete from passkeys where owner_id = ${held.ownerId} and id = ${id}`,
  )
  if (removed === 0) throw fail('not_found')
  audit('passkey_removed', actor)
}
