import { timingSafeEqual } from 'node:crypto'
import type { Session } from '../../contract/account.ts'
import type { Assertion, SignInOptions } from '../../contract/passkey.ts'
import { beginSession } from '../access/sessions.ts'
import { toUser, type UserRow } from '../accounts/users.ts'
import { type Actor, recordAttempt } from '../common/audit.ts'
import type { Visitor } from '../common/caller.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { StoredPasskey } from './assertion.ts'
import { challengeLifetime, issueChallenge, spendChallenge } from './challenges.ts'
import { isFramed, readCredential } from './credential.ts'

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

type Found = StoredPasskey &
  Omit<UserRow, 'id' | 'has_passkey'> & { id: string; owner_id: string; passkey_handle: string }

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
      select passkeys.id, owner_id, public_key, sign_count, backup_eligible, passkey_handle, email, email_verified_at,
        pending_email, users.created_at
      from passkeys join users on users.id = owner_id
      where credential_id = ${assertion.id} and disabled_at is null`,
  ])
  actor.ownerId = passkey?.owner_id ?? ''
  if (!passkey || isFramed(clientData) || !sameHandle(assertion, passkey.passkey_handle))
    throw fail('passkey_refused')
  // Loaded on first use: importing the library takes a sixth of a second, which would delay every start.
  const { verifyAssertion } = await import('./assertion.ts')
  const verified = await verifyAssertion(config.passkeys, assertion, clientData.challenge, passkey)
  if (!verified) throw fail('passkey_refused')

  const user = toUser({ ...passkey, id: passkey.owner_id, has_passkey: 1 })
  return await db.hold(user.id, async (held) => {
    // The counter is compared again in the statement that writes it, so that one of two racing clones loses.
    const used = await held.run`
      update passkeys set sign_count = ${verified.signCount}, synced = ${Number(verified.synced)},
        last_used_at = ${iso(clock.now())}
      where owner_id = ${user.id} and id = ${passkey.id}
        and (sign_count < ${verified.signCount} or sign_count = ${verified.signCount === 0 ? 0 : -1})`
    if (used === 0) throw fail('passkey_refused')
    return beginSession(held, world, user, 'passkey', actor.userAgent)
  })
}

function sameHandle({ response }: Assertion, handle: string) {
  const [given, expected] = [Buffer.from(response.userHandle, 'base64url'), Buffer.from(handle, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
