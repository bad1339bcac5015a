import { expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

const times: Record<string, unknown> = {
  now: new Date().toISOString(),
  'at no time': 'tomorrow',
  'on a day that there is not': '2030-02-31T10:00:00Z',
  'at an hour that there is not': '2030-02-01T25:00:00Z',
  somewhere: '2030-01-01T00:00:00',
  'at a number': 1_900_000_000,
}

const bodies: Record<string, object> = {
  'without a label': { scope: 'read' },
  'with an empty label': { label: ' ', scope: 'read' },
  'with a label that is too long': { label: 'x'.repeat(101), scope: 'read' },
  'without a scope': { label: 'Shell' },
  'with a scope that there is not': { label: 'Shell', scope: 'admin' },
  'with two scopes': { label: 'Shell', scope: ['read', 'write'] },
  ...Object.fromEntries(
    Object.entries(times).map(([when, expires_at]) => [
      `that expires ${when}`,
      { label: 'Shell', scope: 'read', expires_at },
    ]),
  ),
}

test('a token that cannot be one is not made', async () => {
  const { token, client } = await inboard.signIn()
  for (const [how, body] of Object.entries(bodies)) {
    const answer = await inboard.request('POST', '/api/tokens', { token, body })
    expect([how, outcome(answer)]).toEqual([how, '422 validation_failed'])
  }
  expect((await client.listApiTokens()).api_tokens).toEqual([])
})
