import { expect, test } from 'vitest'
import { VirtualPasskey } from '../../../../support/authenticator/authenticator.ts'
import { outcome } from '../../../../support/authenticator/ceremonies.ts'
import { eventually, tokenIn } from '../../../../support/service/inboard.ts'
import { type Instance, origin, type Site, times } from './site.ts'

const open = (token: string | undefined) => ['POST', '/api/auth/verify-email', { body: { token } }] as const

/** What two instances have to agree on about who gets in. */
export function raceForAccounts(site: () => Site, { rounds }: { rounds: number }): void {
  test('know each other’s links and sessions', async () => {
    const { token, email } = await site().signIn()
    for (const { client } of site().instances) expect((await client(token).readMe()).user.email).toBe(email)
  })

  test('let one of many in by a link', async () => {
    const { tally, smtp } = bound(site())
    const email = site().newAddress()
    await site().instance(0).client().requestLink({ email })
    const token = await smtp.linkTo(email)
    expect(await tally(site().crowd, ({ request }) => request(...open(token)))).toEqual({
      '200': 1,
      '400 token_used': site().crowd - 1,
    })
  })

  test('send one link for many simultaneous requests, to a new address and to a known one', async () => {
    const { tally, smtp } = bound(site())
    const email = site().newAddress()
    const ask = ({ request }: Instance) => request('POST', '/api/auth/magic-link', { body: { email } })
    for (const sent of [1, 2]) {
      expect(await tally(site().crowd, ask)).toEqual({ '202': 1, '429 throttled': site().crowd - 1 })
      await site().settled()
      expect(smtp.to(email)).toHaveLength(sent)
      // A minute later.
      await site().query('update users set verification_email_sent_at = $1 where email = $2', [
        new Date(Date.now() - 61_000).toISOString(),
        email,
      ])
    }
  })

  test('accept one of many requests to change an address', async () => {
    const { tally, smtp } = bound(site())
    const { token } = await site().signIn()
    const wanted = times(site().crowd, () => site().newAddress())
    const ask = ({ request }: Instance, index: number) =>
      request('POST', '/api/email/change', { token, body: { email: wanted[index] } })
    expect(await tally(site().crowd, ask)).toEqual({ '202': 1, '429 throttled': site().crowd - 1 })
    await site().settled()
    const { user } = await site().instance(0).client(token).readMe()
    expect(smtp.received.map(({ to }) => to).filter((to) => wanted.includes(to))).toEqual([
      user.pending_email,
    ])
  })

  test('give an address to one of many that have asked for it', async () => {
    const { tally, smtp } = bound(site())
    const rivals = await Promise.all(times(4, () => site().signIn()))
    const email = site().newAddress()
    for (const [index, { token }] of rivals.entries())
      await site().instance(index).client(token).requestAddressChange({ email })
    const links = await eventually(() => {
      const mails = smtp.to(email)
      return mails.length === rivals.length ? mails : undefined
    }, 'their links')
    const tokens = links.map(({ email: { text } }) => tokenIn(text ?? ''))
    expect(await tally(4, ({ request }, index) => request(...open(tokens[index])))).toEqual({
      '200': 1,
      '409 email_taken': 3,
    })
    const users = await Promise.all(
      rivals.map(async ({ token }) => (await site().instance(1).client(token).readMe()).user),
    )
    expect(users.filter((user) => user.email === email)).toHaveLength(1)
    expect(users.map(({ pending_email }) => pending_email)).toEqual([null, null, null, null])
  })

  test('decide between an address change and the first sign-in of an account that has the address', async () => {
    const { smtp } = site()
    for (let round = 0; round < rounds; round++) {
      const { token } = await site().signIn()
      const email = site().newAddress()
      await site().instance(round).client().requestLink({ email })
      const first = await smtp.linkTo(email)
      await site().instance(round).client(token).requestAddressChange({ email })
      const change = await eventually(() => smtp.to(email)[1], 'the second link')
      const answers = await Promise.all(
        [first, tokenIn(change.email.text ?? '')].map((one, index) =>
          site()
            .instance(round + index)
            .request(...open(one)),
        ),
      )
      expect([
        ['200', '409 email_taken'],
        ['400 token_unknown', '200'],
      ]).toContainEqual(answers.map(outcome))
    }
  })

  test('let a challenge be used once', async () => {
    const { tally } = bound(site())
    const [one, other] = [site().instance(0), site().instance(1)]
    const { token } = await site().signIn()
    const options = await one.client(token).startPasskeyRegistration()
    const passkeys = times(site().crowd, () => new VirtualPasskey(origin))
    const credentials = passkeys.map((passkey) => passkey.attest(options))
    const register = ({ request }: Instance, index: number) =>
      request('POST', '/api/passkeys', { token, body: { label: 'Key', credential: credentials[index] } })
    expect(await tally(site().crowd, register)).toEqual({
      '201': 1,
      '400 challenge_invalid': site().crowd - 1,
    })

    const registered = await other.client(token).listPasskeys()
    const ids = registered.passkeys.map(({ credential_id }) => credential_id)
    const passkey = passkeys.find(({ credentialId }) => ids.includes(credentialId)) as VirtualPasskey
    const assertion = passkey.assert(await other.client().startPasskeySignIn())
    const use = ({ request }: Instance) => request('POST', '/api/auth/passkey/verify', { body: assertion })
    expect(await tally(site().crowd, use)).toEqual({ '200': 1, '400 challenge_invalid': site().crowd - 1 })
  })
}

const bound = (site: Site) => ({ smtp: site.smtp, tally: site.tally.bind(site) })
