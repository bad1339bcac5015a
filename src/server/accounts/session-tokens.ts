import { randomUUID } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { CurrentSession } from '../common/caller.ts'
import { type Clock, seconds } from '../common/clock.ts'
import type { Config } from '../config/config.ts'

const issuer = 'inboard'

// An HS256 signature has 43 characters. Decoders ignore two bits of the last one; only the canonical form,
// with both 0, is accepted.
const wellFormed = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** The contents of a token: the session, its owner and its validity. */
interface Claims {
  ownerId: string
  session: CurrentSession
  /** In milliseconds. */
  notBefore: number
}

export interface SessionTokens {
  issue(ownerId: string): { token: string; session: CurrentSession }
  /** Undefined if we didn't sign it. Checks neither the time nor whether the session was ended. */
  read(token: string): Claims | undefined
}

export function createSessionTokens(config: Config, clock: Clock): SessionTokens {
  const sign = createSigner({ algorithm: 'HS256', key: config.jwtSecret })
  const verifiers = [config.jwtSecret, ...config.jwtSecretPrevious].map((key) =>
    createVerifier({
      algorithms: ['HS256'],
      key,
      allowedIss: issuer,
      allowedAud: issuer,
      requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'],
      // Checked on every request, with our own clock.
      ignoreExpiration: true,
      ignoreNotBefore: true,
    }),
  )
  return {
    issue(ownerId) {
      const iat = Math.floor(clock.now() / seconds)
      const exp = iat + config.sessionSeconds
      const id = randomUUID()
      const token = sign({ iss: issuer, aud: issuer, sub: ownerId, iat, exp, jti: id })
      return { token, session: { id, issuedAt: iat * seconds, expiresAt: exp * seconds } }
    },
    read(token) {
      if (!wellFormed.test(token)) return undefined
      for (const verify of verifiers) {
        try {
          return toClaims(verify(token))
        } catch {
          // The token may be signed with a former secret.
        }
      }
      return undefined
    },
  }
}

function toClaims({ sub, jti, iat, exp, nbf = 0 }: Record<string, unknown>): Claims | undefined {
  if (typeof sub !== 'string' || typeof jti !== 'string') return undefined
  const [issuedAt, expiresAt, notBefore] = [iat, exp, nbf].map(toTime)
  if (issuedAt === undefined || expiresAt === undefined || notBefore === undefined) return undefined
  return { ownerId: sub, session: { id: jti, issuedAt, expiresAt }, notBefore }
}

// Times outside the years 1970 to 9999 would not sort as text.
const lastMillisecond = Date.parse('9999-12-31T23:59:59.999Z')

const toTime = (time: unknown): number | undefined =>
  typeof time === 'number' ? Math.min(Math.max(time * seconds, 0), lastMillisecond) : undefined
