import { expect } from 'vitest'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { eventually } from '../../support/service/inboard.ts'
import { wellFormed } from '../../support/service/well-formed.ts'
import { ofLinks, type Troubled } from './asking.ts'
import { refuseById, refuseTooComplex, refuseTooMuch } from './because-of-what-there-is.ts'

/** Asks each endpoint for what it refuses for reasons of its own. */
export async function refuseOfItsOwn(troubled: Troubled): Promise<void> {
  const { inboard, ask } = troubled

  const ceremonies = new Ceremonies(inboard)
  const { person, passkey } = await ceremonies.holder()
  const { token, user, client } = person

  await ask('requestLink', '', { body: { email: user.email } })

  inboard.clock.advance(61_000)
  await client.requestAddressChange({ email: 'taken@example.com' })
  const change = await inboard.linkTo('taken@example.com')
  await inboard.signIn('taken@example.com')
  await ask('openLink', '', { body: { token: change } })
  for (const name of ofLinks) await ask(name, '', { body: { token: change } })
  await ask('requestAddressChange', '', { token })

  await refuseTooComplex(troubled)
  await ask('requestLink', '', { body: { email: 'late@example.com' } })
  const late = await inboard.linkTo('late@example.com')
  inboard.clock.advance(15 * 60_000)
  for (const name of ofLinks) await ask(name, '', { body: { token: late } })
  for (let made = 0; made < 51; made++) await ask('makeApiToken', '', { token })
  await ask('allowAuthorization', '', { token })
  for (const name of ['describeAuthorization', 'allowAuthorization', 'refuseAuthorization'] as const)
    await ask(name, '', { token, body: wellFormed[name] })

  const strange = ceremonies.newPasskey()
  strange.userHandle = passkey.userHandle
  await ask('finishPasskeySignIn', '', { body: strange.assert(await ceremonies.startSignIn()) })
  const attest = async (departures = {}) => ({
    label: 'Key ring',
    credential: passkey.attest(await ceremonies.startRegistration(person), departures),
  })
  await ask('addPasskey', '', { token, body: await attest() })
  await ask('addPasskey', '', { token, body: await attest({ rpId: 'elsewhere.example' }) })

  await ask('setColumn', '', { token, body: { project_id: null, status_id: null, card_ids: ['none'] } })
  await refuseById(troubled, token)
  await refuseTooMuch(troubled, person)
  await refuseAfterAWhile(troubled, token)
}

/** What is refused to those who come from another state, or too often. */
async function refuseAfterAWhile({ inboard, ask }: Troubled, token: string): Promise<void> {
  // Only once a minute.
  for (const seen of [0, 0]) await ask('resetChanges', '', { token, body: { seen } })
  for (const name of ['changes', 'events'] as const) await ask(name, '', { token, query: '?since=1000' })
  const listening = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const { signal } = listening
  const streams = Array.from({ length: 20 }, () => fetch(`${inboard.url}/api/events`, { headers, signal }))
  for (const { status } of await Promise.all(streams)) expect(status).toBe(200)
  const { body } = await ask('events', '', { token })
  expect(body).toMatchObject({ code: 'rate_limited', retry_after: 5 })
  listening.abort()
  await eventually(
    async () => (await ask('events', '', { token })).status === 200 || undefined,
    'the server to notice that nobody listens any more',
  )
}
