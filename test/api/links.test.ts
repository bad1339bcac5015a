import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

async function signInLink(email: string): Promise<string> {
  await inboard.client().requestLink({ email })
  return await inboard.linkTo(email)
}

const describeLink = (token: string) => inboard.client().describeLink({ token })
const decline = (token: string) => codeOfRefusal(inboard.client().declineLink({ token }))
const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))

describe('a link says what it would do', () => {
  test('sign in, to an account that is there or not', async () => {
    const token = await signInLink('ada@example.com')
    const description = {
      purpose: 'sign_in',
      email: 'ada@example.com',
      account: 'a•••@example.com',
      expires_at: expect.any(String),
    }
    expect(await describeLink(token)).toEqual(description)
    const { expires_at } = await describeLink(token)
    expect(Date.parse(expires_at) - inboard.clock.now()).toBeGreaterThan(14 * 60_000)
    // As often as one likes: nothing has happened.
    expect(await open(token)).toBe('accepted')
  })

  test('change the address of an account, whose present one it does not give away', async () => {
    const { client } = await inboard.signIn('x@example.com')
    await client.requestAddressChange({ email: 'victim@example.org' })
    const token = await inboard.linkTo('victim@example.org')
    expect(await describeLink(token)).toMatchObject({
      purpose: 'change_address',
      email: 'victim@example.org',
      account: 'x•••@example.com',
    })
  })

  test('or why it would do nothing', async () => {
    expect(await codeOfRefusal(describeLink('unknown'))).toBe('token_unknown')
    const used = await signInLink('used@example.com')
    await open(used)
    expect(await codeOfRefusal(describeLink(used))).toBe('token_used')
    const late = await signInLink('late@example.com')
    inboard.clock.advance(15 * 60_000)
    expect(await codeOfRefusal(describeLink(late))).toBe('token_expired')
    expect(await decline(late)).toBe('token_expired')
    const { headers, status } = await inboard.request('POST', '/api/auth/link', { body: { token: '' } })
    expect([status, headers.get('cache-control')]).toEqual([422, 'no-store'])
  })
})

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

  test('is either declined or opened, whoever comes first', async () => {
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
