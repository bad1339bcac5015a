import { createHmac, randomUUID } from 'node:crypto'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'

/** Every service here signs with it. */
export const secret = inboard.world.config.jwtSecret

/** Another session of somebody, begun with a link. */
export async function again(
  { user }: SignedIn,
  headers: Record<string, string> = {},
  at: TestInboard = inboard,
): Promise<string> {
  at.clock.advance(61_000)
  const sent = at.mails().filter(({ to }) => to === user.email).length
  await at.client().requestLink({ email: user.email })
  const token = await at.linkTo(user.email, sent + 1)
  const { body } = await at.request('POST', '/api/auth/verify-email', { headers, body: { token } })
  return body.token
}

export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
export const me = async (token: string, at: TestInboard = inboard) =>
  outcome(await at.request('GET', '/api/me', { token }))

/** A token of which there is no record, as a version before this one made them. */
export function unrecorded({ user }: SignedIn, issuedSecondsAgo: number, more: object = {}): string {
  const iat = Math.floor(inboard.clock.now() / 1000) - issuedSecondsAgo
  const own = { iss: 'inboard', aud: 'inboard', sub: user.id, iat, exp: iat + 86_400, jti: randomUUID() }
  const claims = { ...own, ...more }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
