import { randomUUID } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { Session, User } from '../../contract/account.ts'
import { type Clock, iso, seconds } from '../clock.ts'
import type { Config } from '../config.ts'

const issuer = 'inboard'

// The signature of HS256 has 43 characters. The last carries two bits that decoders ignore; only we are to choose them.
const wellFormed = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** What a token of ours says: whose it is, and between which seconds it is good. */
interface Claims {
  sub: string
  exp: number
  nbf: number
}

export interface Sessions {
  start(user: User): Session
  /** Nothing if it is not ours. Whether it is good now is another question. */
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
    // Judged by our clock, and each time anew.
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
