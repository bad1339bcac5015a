import { expect } from 'vitest'
import { issueChallenge } from '../../../src/server/passkeys/passkeys.ts'
import { fromBase64Url } from '../../support/authenticator/authenticator.ts'
import { cbor } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import type { Algorithm } from '../../support/authenticator/keys.ts'
import type { Answer, SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { damaged, damages, inTurns, isSame } from './damage.ts'

const ceremonies = new Ceremonies(inboard)

/** Issued directly and not through the API, because thousands are needed. */
const newChallenge = (ownerId: string | null) =>
  issueChallenge(
    inboard.world,
    ownerId ? { purpose: 'registration', ownerId } : { purpose: 'sign_in', ownerId: null },
  )

const assertionMembers = ['id', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle']
const signInRefusals = ['400 challenge_invalid', '401 passkey_invalid', '422 validation_failed']

/** Of so many damaged assertions, none is accepted. */
export async function damageAssertions(algorithm: Algorithm, count: number): Promise<void> {
  const { person: owner, passkey, registered } = await ceremonies.holder({ algorithm, synced: true })
  await inTurns(damages(assertionMembers, count), async (damage) => {
    const whole = passkey.assert({ challenge: await newChallenge(null) })
    const sent = damaged(whole, damage)
    const answer = await ceremonies.finishSignIn(sent)
    const allowed = isSame(whole, sent) ? ['200'] : signInRefusals
    expect(allowed, JSON.stringify({ whole, sent })).toContain(outcome(answer))
  })
  const [after] = await passkeysOf(owner)
  expect({ ...after, last_used_at: null }).toEqual(registered)
}

const members = ['id', 'clientDataJSON', 'attestationObject']
const refusals = ['400 challenge_invalid', '400 passkey_invalid', '422 validation_failed']

/** Of so many damaged attestations that are signed by their own key, none is accepted. */
export async function damageSignedAttestations(count: number): Promise<void> {
  const person = await inboard.signIn()

  await inTurns(damages(members, count), async (damage) => {
    const options = { challenge: await newChallenge(person.user.id), user: { id: '' } }
    const whole = ceremonies.newPasskey({ algorithm: 'EdDSA' }).attest(options, { format: 'packed' })
    const sent = damaged(whole, damage)
    const answer = await ceremonies.finishRegistration(person, sent)
    const allowed = isSame(whole, sent) ? ['201'] : refusals
    expect(allowed, JSON.stringify({ whole, sent })).toContain(outcome(answer))
    await removeAgain(person, answer)
  })
}

/** Of so many that are not signed, only those are accepted that are as good as they were. */
export async function damageAttestations(count: number): Promise<void> {
  const person = await inboard.signIn()

  await inTurns(damages(members, count), async (damage) => {
    const options = { challenge: await newChallenge(person.user.id), user: { id: '' } }
    const whole = ceremonies.newPasskey().attest(options)
    const sent = damaged(whole, damage)
    const answer = await ceremonies.finishRegistration(person, sent)
    const allowed = isAsGood(whole, sent) ? [...refusals, '201'] : refusals
    expect(allowed, JSON.stringify({ whole, sent })).toContain(outcome(answer))
    await removeAgain(person, answer)
  })
}

/** Nobody can have hundreds. */
async function removeAgain(person: SignedIn, { status, body }: Answer): Promise<void> {
  if (status === 201) await person.client.removePasskey({ id: body.passkey.id })
}

type Attestation = { id: string; response: { attestationObject: string; clientDataJSON: string } }

/** They differ only in what we neither verify nor need: flags, counter, AAGUID, extra members of the client data. */
function isAsGood(one: Attestation, other: Attestation): boolean {
  const bytes = fromBase64Url(one.response.attestationObject)
  const others = fromBase64Url(other.response.attestationObject)
  const start = bytes.indexOf(cbor('authData')) + 'authData'.length + 3
  const isFree = (where: number) => where >= start + 32 && where < start + 53
  const [data, otherData] = [one, other].map(({ response }) => parsed(response.clientDataJSON))
  return (
    one.id === other.id &&
    bytes.length === others.length &&
    bytes.every((byte, where) => byte === others[where] || isFree(where)) &&
    ['type', 'challenge', 'origin'].every((name) => data?.[name] === otherData?.[name])
  )
}

function parsed(clientData: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(fromBase64Url(clientData).toString()) ?? undefined
  } catch {
    return undefined
  }
}
