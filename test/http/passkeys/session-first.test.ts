import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

describe('every endpoint that needs a session', () => {
  const endpoints = [
    ['GET', '/api/passkeys'],
    ['POST', '/api/passkeys/options'],
    ['POST', '/api/passkeys'],
    ['DELETE', '/api/passkeys/0196f000-0000-7000-8000-000000000000'],
  ] as const
  const bodies = [undefined, '{', '[]', '{"label":""}', 'x'.repeat(70_000)]

  test.each(endpoints)('%s %s asks for it before it looks at the body', async (method, path) => {
    const { token } = await inboard.signIn()
    for (const bad of [undefined, 'nonsense', `${token.slice(0, -4)}AAAA`]) {
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const answer = await inboard.request(method, path, { token: bad, body })
        expect(outcome(answer)).toBe('401 unauthenticated')
      }
    }
  })
})
