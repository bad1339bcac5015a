import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'
import { leave } from './leaving.ts'

describe('leaving', () => {
  test('needs the address of the account', async () => {
    const { client, token } = await inboard.signIn()
    const { user: other } = await inboard.signIn()
    for (const body of [{ email: other.email }, { email: 'no address' }, {}, { email: null }])
      expect(outcome(await leave(token, body))).toBe('422 validation_failed')
    expect(outcome(await inboard.request('DELETE', '/api/me', { token }))).toBe('400 malformed_json')
    await client.readMe()
  })

  test('leaves others what is theirs', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const { card } = await bob.client.addInboxCard({ text: 'Weed' })
    await leave(ada.token, { email: ada.user.email })
    expect((await bob.client.listInboxCards()).cards).toEqual([card])
  })
})
