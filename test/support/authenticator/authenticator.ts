import { createHash, randomBytes } from 'node:crypto'
import type { Assertion, NewPasskey } from '../../../src/contract/passkey.ts'
import { type Cbor, cbor, object } from './cbor.ts'
import { type Algorithm, coseAlgorithms, type Keys, newKeys } from './keys.ts'

/** The relying party, as a browser sees it. */
export interface Site {
  origin: string
  rpId: string
}

/** How a ceremony deviates from what a correct browser and authenticator would do. */
interface Departures {
  /** Members of the client data to replace, or to leave out where the value is `undefined`. */
  clientData?: Record<string, unknown>
  /** Replaces the client data as a whole. */
  clientDataJSON?: string | Uint8Array
  rpId?: string
  flags?: Partial<Record<keyof typeof flagBits, boolean>>
  counter?: number
  extensions?: Cbor
  /** Alters the authenticator data before it is signed. */
  authData?: (data: Buffer) => Uint8Array
  /** Signs with this key instead of the passkey's own. */
  signer?: Keys
  /** Members of the credential, and of its response, to replace last of all, after signing. */
  credential?: Record<string, unknown>
  response?: Record<string, unknown>
}

export interface AttestationDepartures extends Departures {
  format?: 'none' | 'packed'
  attestedId?: Uint8Array
  publicKey?: Cbor
  /** Members of the attestation object to replace. */
  attestation?: (signed: { authData: Buffer; clientDataHash: Buffer }) => Record<string, Cbor>
  /** Re-encodes the attestation object, from its bytes or from its members. */
  attestationObject?: (bytes: Buffer, parts: Map<Cbor, Cbor>) => Uint8Array
}

export interface AssertionDepartures extends Departures {
  signature?: (signature: Buffer) => Uint8Array
}

interface Make {
  algorithm?: Algorithm
  /** A passkey that is synced between devices: backup eligible, backed up, and with a counter that stays 0. */
  synced?: boolean
  counter?: number
  id?: Uint8Array
  keys?: Keys
}

// The flags of authenticator data: WebAuthn §6.1.
const flagBits = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40, ed: 0x80 }

/** A passkey with its authenticator and browser, in software. Unlike real ones, they can be made to misbehave. */
export class VirtualPasskey {
  readonly site: Site
  readonly keys: Keys
  readonly id: Uint8Array
  readonly synced: boolean
  counter: number
  /** The user's handle, known once the passkey has been registered. */
  userHandle = ''

  constructor(
    site: Site,
    {
      algorithm = 'ES256',
      synced = false,
      counter = 0,
      id = randomBytes(32),
      keys = newKeys(algorithm),
    }: Make = {},
  ) {
    this.site = site
    this.keys = keys
    this.synced = synced
    this.counter = counter
    this.id = id
  }

  get credentialId() {
    return base64Url(this.id)
  }

  /** A RegistrationResponseJSON, as `navigator.credentials.create()` would return it. */
  attest(
    { challenge, user }: { challenge: string; user: { id: string } },
    departures: AttestationDepartures = {},
  ): NewPasskey['credential'] {
    this.userHandle = user.id
    const { format = 'none', attestedId = this.id, publicKey = this.keys.cose } = departures
    const clientData = this.#clientData('webauthn.create', challenge, departures)
    const authData = this.#authData({ at: true }, departures, [
      Buffer.alloc(16),
      Buffer.from([attestedId.length >> 8, attestedId.length & 0xff]),
      attestedId,
      cbor(publicKey),
    ])
    const statement = () =>
      object({ alg: coseAlgorithms[this.keys.algorithm], sig: this.#sign(authData, clientData, departures) })
    const parts = object({
      fmt: format,
      attStmt: format === 'packed' ? statement() : new Map(),
      authData,
      ...departures.attestation?.({ authData, clientDataHash: sha256(clientData) }),
    })
    const bytes = cbor(parts)
    return this.#credential(departures, {
      clientDataJSON: base64Url(clientData),
      attestationObject: base64Url(departures.attestationObject?.(bytes, parts) ?? bytes),
      authenticatorData: base64Url(authData),
      transports: this.synced ? ['hybrid', 'internal'] : ['usb'],
      publicKeyAlgorithm: coseAlgorithms[this.keys.algorithm],
    })
  }

  /** An AuthenticationResponseJSON, as `navigator.credentials.get()` would return it. */
  assert({ challenge }: { challenge: string }, departures: AssertionDepartures = {}): Assertion {
    if (!this.synced) this.counter++
    const clientData = this.#clientData('webauthn.get', challenge, departures)
    const authData = this.#authData({}, departures)
    const signature = this.#sign(authData, clientData, departures)
    return this.#credential(departures, {
      clientDataJSON: base64Url(clientData),
      authenticatorData: base64Url(authData),
      signature: base64Url(departures.signature?.(signature) ?? signature),
      userHandle: this.userHandle,
    })
  }

  #clientData(type: string, challenge: string, { clientData, clientDataJSON }: Departures): Buffer {
    const members = { type, challenge, origin: this.site.origin, crossOrigin: false, ...clientData }
    return Buffer.from(clientDataJSON ?? JSON.stringify(members))
  }

  #authData(shape: { at?: boolean }, departures: Departures, attested: Uint8Array[] = []): Buffer {
    const { rpId = this.site.rpId, flags = {}, counter = this.counter, extensions } = departures
    const set = {
      up: true,
      uv: true,
      be: this.synced,
      bs: this.synced,
      ed: extensions !== undefined,
      ...shape,
      ...flags,
    }
    const names = Object.keys(flagBits) as (keyof typeof flagBits)[]
    const head = Buffer.alloc(5)
    head[0] = names.reduce((byte, name) => byte | (set[name] ? flagBits[name] : 0), 0)
    head.writeUInt32BE(counter, 1)
    const data = Buffer.concat([
      sha256(Buffer.from(rpId)),
      head,
      ...attested,
      ...(extensions === undefined ? [] : [cbor(extensions)]),
    ])
    return Buffer.from(departures.authData?.(data) ?? data)
  }

  #sign(authData: Buffer, clientData: Buffer, { signer = this.keys }: Departures): Buffer {
    return signer.sign(Buffer.concat([authData, sha256(clientData)]))
  }

  #credential<Response>(departures: Departures, response: Response) {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: { ...response, ...departures.response },
      ...departures.credential,
    }
  }
}

export const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const fromBase64Url = (text: string) => Buffer.from(text, 'base64url')
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
