import { timingSafeEqual } from 'node:crypto'
import type { User } from '../../contract/account.ts'
import type { Assertion, SignInOptions } from '../../contract/passkey.ts'
import { findUser } from '../accounts/users.ts'
import { iso } from '../clock.ts'
import { fail } from '../http/fail.ts'
import type { World } from '../world.ts'
import { challengeLifetime, issueChallenge, spendChallenge } from './challenges.ts'
import { isFramed, readCredential } from './credential.ts'
import type { PasskeyRow } from './passkeys.ts'

export async function startSignIn(world: World): Promise<SignInOptions> {
  return {
    challenge: await issueChallenge(world, { purpose: 'sign_in', ownerId: null }),
    rpId: world.config.passkeys.rpId,
    timeout: challengeLifetime,
    // None named: the authenticator shows the accounts that it has for us.
    allowCredentials: [],
    userVerification: 'required',
  }
}

export async function finishSignIn(world: World, assertion: Assertion): Promise<User> {
  const { db, clock } = world
  const clientData = readCredential(assertion)
  const [, passkey] = await Promise.all([
    spendChallenge(world, clientData.challenge, { purpose: 'sign_in', ownerId: null }),
    db.get<PasskeyRow & { passkey_handle: string }>`
      select passkeys.*, passkey_handle from passkeys join users on users.id = owner_id
      where credential_id = ${assertion.id}`,
  ])
  if (!passkey || isFramed(clientData) || !sameHandle(assertion, passkey.passkey_handle))
    throw fail('passkey_refused')
  const verified = await verify(world, assertion, clientData.challenge, passkey)
  if (!verified) throw fail('passkey_refused')

  const [used, user] = await Promise.all([
    // The counter is compared once more, here where nobody can come between: of two clones that race, one loses.
    db.write.run`
      update passkeys set sign_count = ${verified.signCount}, synced = ${Number(verified.synced)},
        last_used_at = ${iso(clock.now())}
      where owner_id = ${passkey.owner_id} and id = ${passkey.id}
        and (sign_count < ${verified.signCount} or sign_count = ${verified.signCount === 0 ? 0 : -1})`,
    findUser(db, passkey.owner_id),
  ])
  if (used === 0) throw fail('passkey_refused')
  return user
}

function sameHandle({ response }: Assertion, handle: string) {
  const [given, expected] = [Buffer.from(response.userHandle, 'base64url'), Buffer.from(handle, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** What is to be remembered of this use, or nothing if it does not hold. */
async function verify({ config }: World, assertion: Assertion, challenge: string, passkey: PasskeyRow) {
  // Loaded when first needed: it would be a sixth of a second of every start.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: config.passkeys.origin,
      expectedRPID: config.passkeys.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        // The library refuses a counter that does not go up, unless it has always been 0, as with synced passkeys.
        counter: passkey.sign_count,
      },
    })
    // WebAuthn §7.2: whether a credential can be backed up never changes.
    const eligible = authenticationInfo.credentialDeviceType === 'multiDevice'
    if (!verified || eligible !== (passkey.backup_eligible === 1)) return undefined
    return { signCount: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}
