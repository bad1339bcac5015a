import { type NewPasskey, Passkey, type RegistrationOptions } from '../../contract/passkey.ts'
import type { SessionActor } from '../access/access.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import { newId } from '../db/ids.ts'
import { members, type Row, toAnswer } from '../db/values.ts'
import { challengeLifetime, issueChallenge, spendChallenge } from './challenges.ts'
import { isFramed, readCredential } from './credential.ts'
import { algorithms } from './public-key.ts'

const mostPasskeys = 50

export async function startRegistration(world: World, ownerId: string): Promise<RegistrationOptions> {
  const { db, config } = world
  const owner = await db.get<{ email: string; passkey_handle: string }>`
    select email, passkey_handle from users where id = ${ownerId}`
  if (!owner) throw fail('unauthenticated')
  const registered = await db.all<{ credential_id: string; transports: string }>`
    select credential_id, transports from passkeys where owner_id = ${ownerId} order by created_at, id`
  return {
    challenge: await issueChallenge(world, { purpose: 'registration', ownerId }),
    rp: { id: config.passkeys.rpId, name: config.passkeys.rpName },
    user: { id: owner.passkey_handle, name: owner.email, displayName: owner.email },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeLifetime,
    attestation: 'none',
    excludeCredentials: registered.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key',
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    extensions: { credProps: true },
  }
}

export async function finishRegistration(
  world: World,
  actor: SessionActor,
  { label, credential }: NewPasskey,
): Promise<Passkey> {
  const { access, clock, config, audit } = world
  const { ownerId } = actor
  const clientData = readCredential(credential, 'credential.')
  await spendChallenge(world, clientData.challenge, { purpose: 'registration', ownerId })
  if (isFramed(clientData)) throw fail('passkey_invalid')
  // Loaded on first use: importing the library takes a sixth of a second, which would delay every start.
  const { verifyAttestation } = await import('./attestation.ts')
  const verified = await verifyAttestation(config, credential, clientData.challenge)
  if (!verified) throw fail('passkey_invalid')

  const passkey = await access.hold(actor, async (held) => {
    const row = await held.get<Row<typeof Passkey>>`
    insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports,
      backup_eligible, synced, created_at)
    values (${newId()}, ${ownerId}, ${verified.credentialId}, ${verified.publicKey}, ${verified.signCount}, ${label},
      ${JSON.stringify(credential.response.transports ?? [])}, ${Number(verified.backupEligible)},
      ${Number(verified.synced)}, ${iso(clock.now())})
    on conflict (credential_id) do nothing
    returning ${members(Passkey)}`
    if (!row) throw fail('passkey_exists')
    const found = await held.get<{ count: number }>`
      select count(*) as count from passkeys where owner_id = ${ownerId}`
    if ((found?.count ?? 0) > mostPasskeys) throw fail('passkey_limit_reached')
    return toAnswer(Passkey, row)
  })
  audit('passkey_added', actor)
  return passkey
}
