import { randomUUID } from 'node:crypto'
import { base64Url } from '../../support/authenticator.ts'
import { outcome } from '../../support/authenticator-ceremonies.ts'
import type { Outsider } from '../../support/engine.ts'
import type { Answer } from '../../support/inboard.ts'
import type { ServerProcess } from '../../support/process.ts'
import type { Complaints } from '../support/complaints.ts'
import { backupEligible, kinds, userVerified, type Vector, vectorOf } from './webauthn-vectors.ts'

const known = ['ES256', 'RS256', 'EdDSA']

/** Our policy in both ceremonies: a verified user, a page that is not framed, a kind of key that we offer. */
const isFine = ({ framed, algorithm }: Vector['kind'], flags: number) =>
  (flags & userVerified) !== 0 && !framed && known.includes(algorithm)

const verdicts = {
  registration({ kind, registration: { flags } }: Vector): string {
    // We ask for no attestation, and would not know whom to trust if we got one.
    const isPlain = kind.attestation === 'none' || kind.attestation === 'self'
    return isPlain && isFine(kind, flags) ? '201' : '400 passkey_invalid'
  },
  authentication({ kind, authentication: { flags } }: Vector): string {
    return isFine(kind, flags) ? '200' : '401 passkey_invalid'
  },
}

/** Puts each published vector to the server, in both ceremonies. Tells how many that were. */
export async function judgeVectors(
  server: ServerProcess,
  beside: Outsider,
  complaints: Complaints,
): Promise<number> {
  const token = await server.signIn('vectors@example.com')
  const { user } = await server.client(token).readMe()
  const handle = (await server.client(token).startPasskeyRegistration()).user.id
  for (const vector of kinds.map(vectorOf)) {
    const { kind, registration, authentication } = vector
    const id = base64Url(vector.credentialId)
    const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
    const judge = (ceremony: keyof typeof verdicts, answer: Answer) => {
      const [verdict, found] = [verdicts[ceremony](vector), outcome(answer)]
      if (found !== verdict)
        complaints.add(`The ${ceremony} of vector ${kind.name} got ${found} instead of ${verdict}.`)
    }

    await expect(beside, registration.challenge, { purpose: 'registration', ownerId: user.id })
    const registered = await server.request('POST', '/api/passkeys', {
      token,
      body: { label: kind.name, credential: { ...credential, response: encoded(registration) } },
    })
    judge('registration', registered)

    // That its registration is refused must not be why its authentication is.
    if (registered.status !== 201 && known.includes(kind.algorithm)) await addPasskey(beside, user.id, vector)
    await expect(beside, authentication.challenge, { purpose: 'sign_in', ownerId: null })
    const signedIn = await server.request('POST', '/api/auth/passkey/verify', {
      body: { ...credential, response: { ...encoded(authentication), userHandle: handle } },
    })
    judge('authentication', signedIn)
  }
  return 2 * kinds.length
}

const encoded = (ceremony: object) =>
  Object.fromEntries(
    Object.entries(ceremony)
      .filter(([, value]) => Buffer.isBuffer(value))
      .map(([name, value]) => [name, base64Url(value)]),
  )

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)

/** The challenges are given with the vectors, so they cannot be asked for. */
async function expect(
  beside: Outsider,
  challenge: Buffer,
  { purpose, ownerId }: { purpose: string; ownerId: string | null },
): Promise<void> {
  const soon = new Date(Date.now() + 60_000).toISOString()
  await beside.run(`insert into challenges (challenge, owner_id, purpose, expires_at)
    values ('${base64Url(challenge)}', ${quoted(ownerId)}, '${purpose}', '${soon}')`)
}

async function addPasskey(
  beside: Outsider,
  ownerId: string,
  { credentialId, cose, registration }: Vector,
): Promise<void> {
  const eligible = registration.flags & backupEligible ? 1 : 0
  const [id, credential, key] = [randomUUID(), base64Url(credentialId), base64Url(cose)]
  await beside.run(`
    insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports,
      backup_eligible, synced, created_at)
    values ('${id}', '${ownerId}', '${credential}', '${key}', 0, 'Vector', '[]',
      ${eligible}, 0, '${new Date().toISOString()}')`)
}
