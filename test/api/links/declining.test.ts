import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'
import { decline, open, signInLink } from './opening.ts'

describe('a link that is declined', () => {
  test('is spent', async () => {
    const token = await signInLink('declined@example.com')
    expect(await decline(token)).toBe('accepted')
    expect([await open(token), await decline(token)]).toEqual(['token_used', 'token_used'])
    expect(await decline('unknown')).toBe('token_unknown')
  })

  test('takes the change of address with it that it would have made', async () => {
    const { client, user } = await inboard.signIn()
    await client.requestAddressChange({ email: 'not-me@example.org' })
    const token = await inboard.linkTo('not-me@example.org')
    expect((await client.readMe()).user.pending_email).toBe('not-me@example.org')
    const answer = await inboard.request('POST', '/api/auth/link/decline', { body: { token } })
    expect(outcome(answer)).toBe('204')
    expect((await client.readMe()).user).toEqual(user)
    expect(await open(token)).toBe('token_used')
  })

  test('is either declined or opened, whichever comes first', async () => {
    const { client } = await inboard.signIn()
    await client.requestAddressChange({ email: 'race@example.org' })
    const token = await inboard.linkTo('race@example.org')
    const outcomes = await Promise.all([open(token), decline(token), open(token), decline(token)])
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1)
    const { user } = await client.readMe()
    expect(user.pending_email).toBeNull()
    const wasOpened = outcomes[0] === 'accepted' || outcomes[2] === 'accepted'
    expect(user.email === 'race@example.org').toBe(wasOpened)
  })
})
