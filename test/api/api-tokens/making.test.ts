import { describe, expect, test } from 'vitest'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { make } from './making.ts'

describe('making a token', () => {
  test('shows it once, and stores only its hash', async () => {
    const person = await inboard.signIn()
    const { headers, body } = await inboard.request('POST', '/api/tokens', {
      token: person.token,
      body: { label: ' Shell ', scope: 'read' },
    })
    expect(body).toEqual({
      api_token: {
        id: expect.any(String),
        label: 'Shell',
        scope: 'read',
        created_at: expect.any(String),
        expires_at: null,
        last_used_at: null,
        client: null,
      },
      token: expect.stringMatching(/^inb_[\w-]{43}$/),
    })
    expect(headers.get('location')).toBe(`/api/tokens/${body.api_token.id}`)
    expect(headers.get('cache-control')).toBe('no-store')
    const list = await inboard.request('GET', '/api/tokens', { token: person.token })
    expect(list.headers.get('cache-control')).toBe('no-store')
    expect(list.body).toEqual({ api_tokens: [body.api_token] })
    const rows = await inboard.world.db.all`select * from api_tokens`
    expect(JSON.stringify(rows)).not.toContain(body.token.slice(4))
  })

  test('lists the newest first, each with its owner alone', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const made = [await make(ada), await make(ada), await make(ada)]
    const { api_tokens } = await ada.client.listApiTokens()
    expect(api_tokens).toEqual(made.map(({ api_token }) => api_token).reverse())
    expect((await bob.client.listApiTokens()).api_tokens).toEqual([])
    const id = api_tokens[0]?.id ?? ''
    expect(await codeOfRefusal(bob.client.revokeApiToken({ id }))).toBe('not_found')
  })
})
