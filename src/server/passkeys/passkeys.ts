import type { Passkey } from '../../contract/passkey.ts'
import type { Reader } from '../db/database.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'

export interface PasskeyRow {
  id: string
  owner_id: string
  credential_id: string
  public_key: string
  sign_count: number
  label: string
  transports: string
  backup_eligible: number
  synced: number
  created_at: string
  last_used_at: string | null
}

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  label: row.label,
  credential_id: row.credential_id,
  sign_count: row.sign_count,
  synced: row.synced === 1,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
})

export async function passkeyRows(db: Reader, ownerId: string): Promise<PasskeyRow[]> {
  return await db.all<PasskeyRow>`select * from passkeys where owner_id = ${ownerId} order by created_at, id`
}

export async function listPasskeys(db: Reader, ownerId: string): Promise<Passkey[]> {
  return (await passkeyRows(db, ownerId)).map(toPasskey)
}

export async function removePasskey({ db }: World, ownerId: string, id: string): Promise<void> {
  const removed = await db.write.run`delete from passkeys where owner_id = ${ownerId} and id = ${id}`
  if (removed === 0) throw fail('not_found')
}
