import { randomUUID } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { Session, User } from '../../contract/account.ts'
import { type Clock, iso, seconds } from '../clock.ts'
import type { Config } from '../config.ts'

const issuer = 'inboard'

// The signature of HS256 has 43 characters. The last carries two bits that decoders ignore; only we are to choose them.
const wellFormed = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

export interface Sessions {
  start(user: User): Session
  /** The id of the user that a token was made for, or nothing if it is not ours or not valid now. */
  userOf(token: string): string | undefined
}

export function createSessions({ jwtSecret, sessionSeconds }: Config, clock: Clock): Sessions {
  const sign = createSigner({ algorithm: 'HS256', key: jwtSecret })
  const verify = createVerifier({
    algorithms: ['HS256'],
    key: jwtSecret,
    allowedIss: issuer,
    allowedAud: issuer,
    requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'],
    // Judged below, by our clock.
    ignoreExpiration: true,
    ignoreNotBefore: true,
    cache: 10_000,
  })
  return {
    start(user) {
      const iat = Math.floor(clock.now() / seconds)
      const exp = iat + sessionSeconds
      const token = sign({ iss: issuer, aud: issuer, sub: user.id, iat, exp, jti: randomUUID() })
      return { token, token_type: 'Bearer', expires_at: iso(exp * seconds), user }
    },
    userOf(token) {
      if (!wellFormed.test(token)) return undefined
      try {
        const { sub, exp, nbf = 0 } = verify(token) as { sub: unknown; exp: unknown; nbf?: unknown }
        const now = clock.now() / seconds
        const valid = typeof exp === 'number' && now < exp && typeof nbf === 'number' && now >= nbf
        return valid && typeof sub === 'string' ? sub : undefined
      } catch {
        return undefined
      }
    },
  }
}
