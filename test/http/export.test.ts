import { describe, expect, test } from 'vitest'
import { codeOfRefusal } from '../support/service/inboard.ts'
import { inboard } from '../support/service/shared.ts'

describe('an export', () => {
  test('is saved under a name with the day, and nowhere else', async () => {
    const { token } = await inboard.signIn()
    const today = () => new Date(inboard.clock.now()).toISOString().slice(0, 10)
    const before = today()
    const { headers } = await inboard.request('GET', '/api/export', { token })
    // It may have become midnight meanwhile.
    const names = [before, today()].map((day) => `attachment; filename="inboard-${day}.json"`)
    expect(names).toContain(headers.get('content-disposition'))
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is for whoever is signed in, and for no API token', async () => {
    const { client } = await inboard.signIn()
    for (const scope of ['capture', 'read', 'write', 'calendar'] as const) {
      const { token } = await client.makeApiToken({ label: scope, scope })
      expect(await codeOfRefusal(inboard.client(token).exportAccount())).toBe('scope_insufficient')
    }
    expect(await codeOfRefusal(inboard.client().exportAccount())).toBe('unauthenticated')
  })
})
