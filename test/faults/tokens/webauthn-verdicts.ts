import { randomUUID } from 'node:crypto'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import type { Outsider } from '../../support/databases/engine.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import type { Answer } from '../../support/service/inboard.ts'
import type { Complaints } from '../support/complaints.ts'
import { type Ceremony, type Vector, vectors } from './webauthn-vectors.ts'

const known = ['ES256', 'RS256', 'EdDSA']
/** The only attestations that we accept: we ask for none, and keep no list of manufacturers to trust. */
const plain = ['none', 'packed-self']

/** Our policy in both ceremonies: a verified user, a page that is not in a frame, and an algorithm that we offer. */
const isFine = ({ algorithm }: Vector, { userVerified, isFramed }: Ceremony) =>
  userVerified && !isFramed && known.includes(algorithm)

const verdicts = {
  registration: (vector: Vector) =>
    plain.includes(vector.attestation) && isFine(vector, vector.registration) ? '201' : '400 passkey_invalid',
  authentication: (vector: Vector) => (isFine(vector, vector.authentication) ? '200' : '401 passkey_invalid'),
}

/** Sends both ceremonies of each vector to the server. Returns the number of ceremonies. */
export async function judgeVectors(
  server: ServerProcess,
  beside: Outsider,
  complaints: Complaints,
): Promise<number> {
  const token = await server.signIn('vectors@example.com')
  const { user } = await server.client(token).readMe()
  const handle = (await server.client(token).startPasskeyRegistration()).user.id
  for (const vector of vectors) {
    const { name, id, algorithm, registration, authentication } = vector
    const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
    const judge = (ceremony: keyof typeof verdicts, answer: Answer) => {
      const [verdict, found] = [verdicts[ceremony](vector), outcome(answer)]
      if (found !== verdict)
        complaints.add(`The ${ceremony} of vector ${name} got ${found} instead of ${verdict}.`)
    }

    await expect(beside, registration, { purpose: 'registration', ownerId: user.id })
    const registered = await server.request('POST', '/api/passkeys', {
      token,
      body: { label: name, credential: { ...credential, response: registration.response } },
    })
    judge('registration', registered)

    // If the registration was refused, store the passkey directly, so that the sign-in is judged by itself.
    if (registered.status !== 201 && known.includes(algorithm)) await addPasskey(beside, user.id, vector)
    await expect(beside, authentication, { purpose: 'sign_in', ownerId: null })
    const signedIn = await server.request('POST', '/api/auth/passkey/verify', {
      body: { ...credential, response: { ...authentication.response, userHandle: handle } },
    })
    judge('authentication', signedIn)
  }
  return 2 * vectors.length
}

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)

/** Stores the challenge of a vector as if it had been issued, because the vectors bring their own. */
async function expect(
  beside: Outsider,
  { challenge }: Ceremony,
  { purpose, ownerId }: { purpose: string; ownerId: string | null },
): Promise<void> {
  const soon = new Date(Date.now() + 60_000).toISOString()
  await beside.run(`insert into challenges (challenge, owner_id, purpose, expires_at)
    values ('${challenge}', ${quoted(ownerId)}, '${purpose}', '${soon}')`)
}

async function addPasskey(beside: Outsider, ownerId: string, vector: Vector): Promise<void> {
  const { id, publicKey, registration } = vector
  const eligible = registration.backupEligible ? 1 : 0
  await beside.run(`
    insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports,
      backup_eligible, synced, created_at)
    values ('${randomUUID()}', '${ownerId}', '${id}', '${publicKey}', 0, 'Vector', '[]',
      ${eligible}, 0, '${new Date().toISOString()}')`)
}
