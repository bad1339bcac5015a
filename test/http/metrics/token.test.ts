import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

describe('with METRICS_TOKEN', () => {
  const token = 'sixteen-or-more-characters'
  let guarded: TestInboard
  beforeAll(async () => {
    guarded = await startTestInboard({ METRICS_TOKEN: token })
  })
  afterAll(() => guarded.stop())

  const ask = async (authorization?: string) => {
    const { status, headers, body } = await guarded.request('GET', '/metrics', {
      ...(authorization && { headers: { authorization } }),
    })
    return [status, body?.code, headers.get('www-authenticate')]
  }

  test('they are for those who have it', async () => {
    expect(await ask(`Bearer ${token}`)).toEqual([200, undefined, null])
    expect(await ask(`bearer  ${token}`)).toEqual([200, undefined, null])
  })

  test.each([undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])(
    'and for nobody else: %s',
    async (authorization) => {
      expect(await ask(authorization)).toEqual([401, 'unauthenticated', 'Bearer'])
    },
  )

  test('nor for whoever is signed in', async () => {
    const person = await guarded.signIn()
    expect(await ask(`Bearer ${person.token}`)).toEqual([401, 'unauthenticated', 'Bearer'])
    expect((await guarded.request('GET', '/readyz')).status).toBe(200)
  })
})
