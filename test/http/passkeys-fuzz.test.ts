import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueChallenge } from '../../src/server/passkeys/challenges.ts'
import { base64Url, fromBase64Url } from '../support/authenticator/authenticator.ts'
import { cbor } from '../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../support/authenticator/ceremonies.ts'
import { type Answer, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
let ceremonies: Ceremonies
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  ceremonies = new Ceremonies(inboard)
  person = await inboard.signIn()
})
afterAll(async () => {
  await inboard.stop()
  // Nothing that a stranger sends is worth a line in the operator's log.
  expect(inboard.log).toEqual([])
})

/** Issued directly and not through the API, because thousands are needed. */
const newChallenge = (ownerId: string | null) =>
  issueChallenge(
    inboard.world,
    ownerId ? { purpose: 'registration', ownerId } : { purpose: 'sign_in', ownerId: null },
  )

type Mutation = (bytes: Buffer) => Buffer

// Offsets are fractions of the length, which is not known when they are generated.
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const at = (bytes: Buffer, part: number) => Math.floor(part * bytes.length)
const some = fc.uint8Array({ minLength: 1, maxLength: 8 })

function written(bytes: Buffer, changes: [at: number, value: number][]): Buffer {
  const copy = Buffer.from(bytes)
  for (const [where, value] of changes) copy.writeUInt8(value, where)
  return copy
}

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(7)).map(
    ([one, bit]): Mutation =>
      (bytes) => {
        const where = at(bytes, one)
        return written(bytes, [[where, bytes.readUInt8(where) ^ (1 << bit)]])
      },
  ),
  fc.tuple(place, fc.nat(255)).map(
    ([one, value]): Mutation =>
      (bytes) => {
        return written(bytes, [[at(bytes, one), value]])
      },
  ),
  fc.tuple(place, place).map(
    ([one, other]): Mutation =>
      (bytes) => {
        const [from, to] = [at(bytes, one), at(bytes, other)]
        return written(bytes, [
          [from, bytes.readUInt8(to)],
          [to, bytes.readUInt8(from)],
        ])
      },
  ),
  fc.tuple(place, place).map(
    ([one, other]): Mutation =>
      (bytes) => {
        const [from = 0, to = 0] = [at(bytes, one), at(bytes, other)].sort((a, b) => a - b)
        return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
      },
  ),
  fc.tuple(place, some).map(
    ([one, more]): Mutation =>
      (bytes) => {
        const where = at(bytes, one)
        return Buffer.concat([bytes.subarray(0, where), more, bytes.subarray(where)])
      },
  ),
  some.map(
    (more): Mutation =>
      (bytes) =>
        Buffer.concat([bytes, more]),
  ),
  // At least one byte is left, as an empty member would already be refused as a malformed body.
  place.map(
    (one): Mutation =>
      (bytes) =>
        bytes.subarray(0, Math.max(1, at(bytes, one))),
  ),
  place.map(
    (one): Mutation =>
      (bytes) =>
        bytes.subarray(at(bytes, one)),
  ),
)

interface Damage {
  member: string
  mutate: Mutation
}
interface Credential {
  id: string
  response: object
}

const damages = (members: string[], count: number): Damage[] =>
  fc.sample(fc.record({ member: fc.constantFrom(...members), mutate: mutations }), {
    numRuns: count,
    seed: 20260101,
  })

function damaged<Kind extends Credential>(credential: Kind, { member, mutate }: Damage): Kind {
  if (member === 'id') {
    const id = base64Url(mutate(fromBase64Url(credential.id)))
    return { ...credential, id, rawId: id }
  }
  const bytes = fromBase64Url((credential.response as Record<string, string>)[member] ?? '')
  return { ...credential, response: { ...credential.response, [member]: base64Url(mutate(bytes)) } }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Works on the items with a fixed concurrency. */
async function inTurns<T>(items: T[], work: (item: T) => Promise<void>) {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

describe('of damaged assertions', () => {
  const members = ['id', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle']
  const refusals = ['400 challenge_invalid', '401 passkey_invalid', '422 validation_failed']

  test.each([
    ['EdDSA', 400],
    ['ES256', 500],
    ['RS256', 100],
  ] as const)('by %s, %i in number, none is accepted', async (algorithm, count) => {
    const { person: owner, passkey, registered } = await ceremonies.holder({ algorithm, synced: true })
    await inTurns(damages(members, count), async (damage) => {
      const whole = passkey.assert({ challenge: await newChallenge(null) })
      const sent = damaged(whole, damage)
      const answer = await ceremonies.finishSignIn(sent)
      const allowed = isSame(whole, sent) ? ['200'] : refusals
      expect(allowed, JSON.stringify({ whole, sent })).toContain(outcome(answer))
    })
    const [after] = await passkeysOf(owner)
    expect({ ...after, last_used_at: null }).toEqual(registered)
  })
})

describe('of damaged attestations', () => {
  const members = ['id', 'clientDataJSON', 'attestationObject']
  const refusals = ['400 challenge_invalid', '400 passkey_invalid', '422 validation_failed']

  test('signed by their own key, 400 in number, none is accepted', async () => {
    await inTurns(damages(members, 400), async (damage) => {
      const options = { challenge: await newChallenge(person.user.id), user: { id: '' } }
      const whole = ceremonies.newPasskey({ algorithm: 'EdDSA' }).attest(options, { format: 'packed' })
      const sent = damaged(whole, damage)
      const answer = await ceremonies.finishRegistration(person, sent)
      const allowed = isSame(whole, sent) ? ['201'] : refusals
      expect(allowed, JSON.stringify({ whole, sent })).toContain(outcome(answer))
      await removeAgain(answer)
    })
  })

  test('not signed, 400 in number, only those are accepted that are as good as they were', async () => {
    await inTurns(damages(members, 400), async (damage) => {
      const options = { challenge: await newChallenge(person.user.id), user: { id: '' } }
      const whole = ceremonies.newPasskey().attest(options)
      const sent = damaged(whole, damage)
      const answer = await ceremonies.finishRegistration(person, sent)
      const allowed = isAsGood(whole, sent) ? [...refusals, '201'] : refusals
      expect(allowed, JSON.stringify({ whole, sent })).toContain(outcome(answer))
      await removeAgain(answer)
    })
  })

  /** Nobody can have hundreds. */
  async function removeAgain({ status, body }: Answer): Promise<void> {
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
})
