import { describe, expect, test } from 'vitest'
import { inboard as clocked } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { decline, describeLink, open, signInLink } from './opening.ts'

describe('a link says what it would do', () => {
  test('sign in, to an account that is there or not', async () => {
    const token = await signInLink('described@example.com')
    const description = {
      purpose: 'sign_in',
      email: 'described@example.com',
      account: 'd•••@example.com',
      expires_at: expect.any(String),
    }
    expect(await describeLink(token)).toEqual(description)
    const { expires_at } = await describeLink(token)
    expect(Date.parse(expires_at) - inboard.clock.now()).toBeGreaterThan(14 * 60_000)
    // As often as one likes: nothing has happened.
    expect(await open(token)).toBe('accepted')
  })

  test('change the address of an account, whose present one it does not give away', async () => {
    const { client } = await inboard.signIn('described-x@example.com')
    await client.requestAddressChange({ email: 'described-victim@example.org' })
    const token = await inboard.linkTo('described-victim@example.org')
    expect(await describeLink(token)).toMatchObject({
      purpose: 'change_address',
      email: 'described-victim@example.org',
      account: 'd•••@example.com',
    })
  })

  test('or why it would do nothing', async () => {
    expect(await codeOfRefusal(describeLink('unknown', clocked))).toBe('token_unknown')
    const used = await signInLink('described-used@example.com', clocked)
    await open(used, clocked)
    expect(await codeOfRefusal(describeLink(used, clocked))).toBe('token_used')
    const late = await signInLink('described-late@example.com', clocked)
    clocked.clock.advance(15 * 60_000)
    expect(await codeOfRefusal(describeLink(late, clocked))).toBe('token_expired')
    expect(await decline(late, clocked)).toBe('token_expired')
    const { headers, status } = await clocked.request('POST', '/api/auth/link', { body: { token: '' } })
    expect([status, headers.get('cache-control')]).toEqual([422, 'no-store'])
  })
})
