import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Session } from '../../contract/account.ts'
import {
  type Assertion,
  type NewPasskey,
  Passkey,
  type RegistrationOptions,
  type SignInOptions,
} from '../../contract/passkey.ts'
import type { SessionActor } from '../accounts/access.ts'
import { beginSession } from '../accounts/sessions.ts'
import { type Actor, recordAttempt } from '../common/audit.ts'
import type { Visitor } from '../common/caller.ts'
import { iso, minutes } from '../common/clock.ts'
import { fail, invalid } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { Reader } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { members, type Row, same, toAnswer } from '../db/values.ts'
import { algorithms } from './public-key.ts'
import type { StoredPasskey } from './verification.ts'

// The two WebAuthn ceremonies: registering a passkey, and signing in with one. What the browser sends is checked in
// verification.ts, which loads the library.

const maxPasskeys = 50

// Loaded on first use: importing the library takes a sixth of a second, which would delay every start.
const verification = () => import('./verification.ts')

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
  const { verifyAttestation } = await verification()
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
    if ((found?.count ?? 0) > maxPasskeys) throw fail('passkey_limit_reached')
    return toAnswer(Passkey, row)
  })
  audit('passkey_added', actor)
  return passkey
}

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

export async function startSignIn(world: World): Promise<SignInOptions> {
  return {
    challenge: await issueChallenge(world, { purpose: 'sign_in', ownerId: null }),
    rpId: world.config.passkeys.rpId,
    timeout: challengeLifetime,
    // Empty, so that the authenticator offers every account that it has for this site.
    allowCredentials: [],
    userVerification: 'required',
  }
}

type Found = StoredPasskey & { id: string; owner_id: string; passkey_handle: string }

export async function finishSignIn(world: World, visitor: Visitor, assertion: Assertion): Promise<Session> {
  const actor = { ...visitor, ownerId: '' }
  return await recordAttempt(world.audit, 'sign_in_by_passkey', actor, () => verify(world, actor, assertion))
}

async function verify(world: World, actor: Visitor & Actor, assertion: Assertion): Promise<Session> {
  const { db, clock, config } = world
  const clientData = readCredential(assertion)
  const [, passkey] = await Promise.all([
    spendChallenge(world, clientData.challenge, { purpose: 'sign_in', ownerId: null }),
    db.get<Found>`
      select passkeys.id, owner_id, public_key, sign_count, backup_eligible, passkey_handle
      from passkeys join users on users.id = owner_id
      where credential_id = ${assertion.id} and disabled_at is null`,
  ])
  actor.ownerId = passkey?.owner_id ?? ''
  if (!passkey || isFramed(clientData) || !sameHandle(assertion, passkey.passkey_handle))
    throw fail('passkey_refused')
  const { verifyAssertion } = await verification()
  const verified = await verifyAssertion(config.passkeys, assertion, clientData.challenge, passkey)
  if (!verified) throw fail('passkey_refused')

  return await db.hold(passkey.owner_id, async (held) => {
    // The counter is compared again in the statement that writes it, so that one of two racing clones loses.
    const used = await held.run`
      update passkeys set sign_count = ${verified.signCount}, synced = ${Number(verified.synced)},
        last_used_at = ${iso(clock.now())}
      where owner_id = ${passkey.owner_id} and id = ${passkey.id}
        and (sign_count < ${verified.signCount} or sign_count = ${verified.signCount === 0 ? 0 : -1})`
    if (used === 0) throw fail('passkey_refused')
    return await beginSession(held, world, 'passkey', actor.userAgent)
  })
}

function sameHandle({ response }: Assertion, handle: string) {
  const [given, expected] = [Buffer.from(response.userHandle, 'base64url'), Buffer.from(handle, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const challengeLifetime = 5 * minutes

type Ceremony = { purpose: 'registration'; ownerId: string } | { purpose: 'sign_in'; ownerId: null }

export async function issueChallenge({ db, clock }: World, { purpose, ownerId }: Ceremony): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.transaction(
    (tx) => tx.run`
      insert into challenges (challenge, owner_id, purpose, expires_at)
      values (${challenge}, ${ownerId}, ${purpose}, ${iso(clock.now() + challengeLifetime)})`,
  )
  return challenge
}

/** Committed before any other check, so that a challenge works only once, whatever the outcome. */
async function spendChallenge(
  { db, clock }: World,
  challenge: string,
  { purpose, ownerId }: Ceremony,
): Promise<void> {
  const spent = await db.transaction(
    (tx) => tx.run`
      delete from challenges
      where challenge = ${challenge} and purpose = ${purpose} and owner_id ${same(ownerId)}
        and expires_at > ${iso(clock.now())}`,
  )
  if (spent === 0) throw fail('challenge_invalid')
}

/** The browser's data about the ceremony (WebAuthn §5.8.1). */
interface ClientData {
  challenge: string
  type?: unknown
  origin?: unknown
  crossOrigin?: unknown
  topOrigin?: unknown
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Checks what a schema cannot. Throws 422 with the member's name, prefixed with `path`. */
function readCredential(
  { id, rawId, response }: Assertion | NewPasskey['credential'],
  path = '',
): ClientData {
  if (id !== rawId) throw invalid(`${path}rawId`, 'must be the same as id')
  try {
    const data = JSON.parse(utf8.decode(Buffer.from(response.clientDataJSON, 'base64url')))
    if (typeof data.challenge === 'string') return data
  } catch {}
  throw invalid(`${path}response.clientDataJSON`, 'must be the client data of a WebAuthn ceremony')
}

/**
 * Inboard is never framed, so ceremonies inside another site's page are refused. The library accepts some of
 * them.
 */
const isFramed = ({ crossOrigin, topOrigin }: ClientData) =>
  (crossOrigin ?? false) !== false || topOrigin !== undefined
