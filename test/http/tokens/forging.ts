import { createHmac, randomUUID } from 'node:crypto'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'

// Deliberately not ASCII: the signing key must be the UTF-8 bytes of the secret.
export const secret = 'ein Schlüssel, länger als 32 Bytes – 🔑'

type Claims = Record<string, unknown>
export const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export function forgeFor(
  inboard: TestInboard,
  person: SignedIn,
  {
    header = {},
    claims = {},
    key = secret,
    hash = 'sha256',
  }: {
    header?: unknown
    claims?: Claims
    key?: string
    hash?: string
  } = {},
): string {
  const now = Math.floor(inboard.clock.now() / 1000)
  const own = {
    iss: 'inboard',
    aud: 'inboard',
    sub: person.user.id,
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
  }
  const head = typeof header === 'string' ? header : { alg: 'HS256', typ: 'JWT', ...(header as object) }
  const signed = `${base64(head)}.${base64({ ...own, ...claims })}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}
