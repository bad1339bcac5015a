import type { Client } from '../../../src/client/client.ts'
import type { Assertion } from '../../../src/contract/passkey.ts'
import {
  type AssertionDepartures,
  base64Url,
  fromBase64Url,
  type Site,
  VirtualPasskey,
} from '../../support/authenticator/authenticator.ts'
import { newKeys } from '../../support/authenticator/keys.ts'
import type { Chance } from '../../support/machine/chance.ts'

type Damage = (passkey: VirtualPasskey, challenge: string, chance: Chance) => unknown

const stranger = newKeys('ES256')

/** Assertions with one flaw each, which the signature covers. */
const departures: ((chance: Chance) => AssertionDepartures)[] = [
  () => ({ signer: stranger }),
  () => ({ rpId: 'example.com' }),
  () => ({ flags: { up: false } }),
  () => ({ flags: { uv: false } }),
  () => ({ flags: { be: false, bs: false } }),
  () => ({ flags: { be: false } }),
  () => ({ flags: { ed: true } }),
  () => ({ clientData: { type: 'webauthn.create' } }),
  () => ({ clientData: { crossOrigin: true } }),
  () => ({ clientData: { topOrigin: 'https://example.com' } }),
  (chance) => ({ clientData: { challenge: base64Url(chance.bytes(32)) } }),
  (chance) => ({ clientData: { origin: chance.pick(otherOrigins) } }),
  (chance) => ({ clientData: { [chance.pick(['type', 'challenge', 'origin'])]: undefined } }),
  (chance) => ({
    clientData: { [chance.pick(['type', 'challenge', 'origin'])]: chance.pick([null, 1, [], {}, '']) },
  }),
  (chance) => ({ authData: (data) => data.subarray(0, chance.below(data.length)) }),
  (chance) => ({ authData: (data) => Buffer.concat([data, chance.bytes(1 + chance.below(40))]) }),
  (chance) => ({ signature: () => chance.bytes(chance.below(100)) }),
  (chance) => ({ response: { userHandle: base64Url(chance.bytes(64)) } }),
]

const otherOrigins = [
  'http://example.org',
  'https://example.org:444',
  'https://sub.example.org',
  'https://example.org.example.com',
  'https://EXAMPLE.ORG',
  'https://example.org/',
  'null',
]

const members = ['id', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const

const damages: Damage[] = [
  (passkey, challenge, chance) => passkey.assert({ challenge }, chance.pick(departures)(chance)),
  // One member has its bytes changed after signing.
  (passkey, challenge, chance) => {
    const whole = passkey.assert({ challenge })
    const member = chance.pick(members)
    const bytes = fromBase64Url(member === 'id' ? whole.id : whole.response[member])
    return withMember(whole, member, base64Url(changed(bytes, chance)))
  },
  // One member is replaced by something that is not base64url.
  (passkey, challenge, chance) => {
    const whole = passkey.assert({ challenge })
    const odd = chance.pick([
      null,
      0,
      true,
      '',
      ' ',
      '=',
      'A',
      [],
      {},
      [whole.id],
      `${whole.id}=`,
      '+/+/',
      undefined,
    ])
    return chance.oneIn(3)
      ? { ...whole, [chance.pick(['id', 'rawId', 'type', 'response'])]: odd }
      : withMember(whole, chance.pick(members), odd)
  },
]

interface Passkeys {
  /** Their counters stay at 0, so their assertions can be in flight at the same time. */
  synced: VirtualPasskey[]
  counting: VirtualPasskey
}

const firstCount = 1_000

/** Registers passkeys from which damaged assertions can be made. */
export async function damageable(client: Client, site: Site): Promise<Passkeys> {
  const synced = (['EdDSA', 'ES256', 'RS256'] as const).map(
    (algorithm) => new VirtualPasskey(site, { algorithm, synced: true }),
  )
  const counting = new VirtualPasskey(site, { counter: firstCount })
  for (const passkey of [...synced, counting]) {
    const credential = passkey.attest(await client.startPasskeyRegistration())
    await client.addPasskey({ label: 'Key ring', credential })
  }
  return { synced, counting }
}

/** An assertion that differs from any that the passkey would make. */
export function damagedAssertion({ synced, counting }: Passkeys, challenge: string, chance: Chance): unknown {
  if (chance.oneIn(10)) return counting.assert({ challenge }, { counter: chance.below(firstCount + 1) })
  return chance.pick(damages)(chance.pick(synced), challenge, chance)
}

function withMember(whole: Assertion, member: (typeof members)[number], value: unknown): unknown {
  return member === 'id'
    ? { ...whole, id: value, rawId: value }
    : { ...whole, response: { ...whole.response, [member]: value } }
}

function changed(bytes: Buffer, chance: Chance): Buffer {
  const at = chance.below(bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)]
  const flipped = Buffer.from([(bytes[at] ?? 0) ^ (1 << chance.below(8))])
  const result = chance.pick([
    Buffer.concat([before, flipped, after]),
    Buffer.concat([before, after]),
    Buffer.concat([before, chance.bytes(4), bytes.subarray(at)]),
    Buffer.concat([bytes, chance.bytes(1 + chance.below(4))]),
    before,
    after,
  ])
  return result.equals(bytes) ? Buffer.concat([before, flipped, after]) : result
}
