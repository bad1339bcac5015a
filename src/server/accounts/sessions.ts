import { randomUUID } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { Session, User } from '../../contract/account.ts'
import { type Clock, iso, seconds } from '../clock.ts'
import type { Config } from '../config.ts'

const issuer = 'inboard'

// An HS256 signature has 43 characters. Decoders ignore two bits of the last one: only the form with both at 0 is
// accepted.
const wellFormed = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** What a token says: whose it is, and from when to when it is valid. */
export interface Claims {
  sub: string
  exp: number
  nbf: number
}

export interface Sessions {
  start(user: User): Session
  /** Nothing if it is not signed by us. Whether it is valid now is for `isGood` to say. */
  read(token: string): Claims | undefined
  isGood(claims: Claims): boolean
}

export function createSessions({ jwtSecret, sessionSeconds }: Config, clock: Clock): Sessions {
  const sign = createSigner({ algorithm: 'HS256', key: jwtSecret })
  const verify = createVerifier({
    algorithms: ['HS256'],
    key: jwtSecret,
    allowedIss: issuer,
    allowedAud: issuer,
    requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'],
    // Checked by `isGood`, by our own clock and at every request.
    ignoreExpiration: true,
    ignoreNotBefore: true,
  })
  return {
    start(user) {
      const iat = Math.floor(clock.now() / seconds)
      const exp = iat + sessionSeconds
      const token = sign({ iss: issuer, aud: issuer, sub: user.id, iat, exp, jti: randomUUID() })
      return { token, token_type: 'Bearer', expires_at: iso(exp * seconds), user }
    },
    read(token) {
      if (!wellFormed.test(token)) return undefined
      try {
        const { sub, exp, nbf = 0 } = verify(token) as Record<keyof Claims, unknown>
        const sound = typeof sub === 'string' && typeof exp === 'number' && typeof nbf === 'number'
        return sound ? { sub, exp, nbf } : undefined
      } catch {
        return undefined
      }
    },
    isGood({ exp, nbf }) {
      const now = clock.now() / seconds
      return now < exp && now >= nbf
    },
  }
}
