import type { Passkey, RegistrationOptions, SignInOptions } from '../../../src/contract/passkey.ts'
import type { Answer, SignedIn, TestInboard } from '../service/inboard.ts'
import { type AssertionDepartures, type AttestationDepartures, VirtualPasskey } from './authenticator.ts'

type Make = ConstructorParameters<typeof VirtualPasskey>[1]

/** Registration and sign-in against a running Inboard, step by step or all at once. */
export class Ceremonies {
  readonly inboard: TestInboard
  constructor(inboard: TestInboard) {
    this.inboard = inboard
  }

  newPasskey(make?: Make) {
    return new VirtualPasskey(this.inboard.world.config.passkeys, make)
  }

  startRegistration({ client }: SignedIn): Promise<RegistrationOptions> {
    return client.startPasskeyRegistration()
  }

  finishRegistration({ token }: SignedIn, credential: unknown, label: unknown = 'Key ring'): Promise<Answer> {
    return this.inboard.request('POST', '/api/passkeys', { token, body: { label, credential } })
  }

  async register(person: SignedIn, passkey: VirtualPasskey, departures?: AttestationDepartures) {
    const options = await this.startRegistration(person)
    return await this.finishRegistration(person, passkey.attest(options, departures))
  }

  startSignIn(): Promise<SignInOptions> {
    return this.inboard.client().startPasskeySignIn()
  }

  finishSignIn(assertion: unknown): Promise<Answer> {
    return this.inboard.request('POST', '/api/auth/passkey/verify', { body: assertion })
  }

  async signIn(passkey: VirtualPasskey, departures?: AssertionDepartures) {
    return await this.finishSignIn(passkey.assert(await this.startSignIn(), departures))
  }

  /** Signs somebody in and registers a passkey for them. */
  async holder(make?: Make) {
    const person = await this.inboard.signIn()
    const passkey = this.newPasskey(make)
    const answer = await this.register(person, passkey)
    if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`)
    return { person, passkey, registered: answer.body.passkey as Passkey }
  }
}

export async function passkeysOf({ client }: SignedIn): Promise<Passkey[]> {
  return (await client.listPasskeys()).passkeys
}

/** The status, with the code if the answer is a problem: `'201'`, `'400 challenge_invalid'`. */
export const outcome = ({ status, body }: Answer): string =>
  body?.code ? `${status} ${body.code}` : String(status)
