import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
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

  test('holds on every instance as soon as it is answered', async () => {
    const folder = newDataFolder()
    const one = await startTestInboard({}, folder)
    const other = await startTestInboard({}, folder, one.clock)
    const { client, token, user } = await one.signIn()
    await client.addInboxCard({ text: 'Weed' })
    const there = () => other.request('GET', '/api/inbox/cards', { token })
    expect(outcome(await there())).toBe('200')
    expect(outcome(await leave(token, { email: user.email }, one))).toBe('204')
    expect(outcome(await there())).toBe('401 unauthenticated')
    for (const path of ['me', 'sessions', 'tokens', 'passkeys', 'projects', 'bin', 'changes'])
      expect(outcome(await other.request('GET', `/api/${path}`, { token }))).toBe('401 unauthenticated')
    const adding = await other.request('POST', '/api/inbox/cards', { token, body: { text: 'Late' } })
    expect(outcome(adding)).toBe('401 unauthenticated')
    await Promise.all([one.stop(), other.stop()])
    rmSync(folder, { recursive: true, force: true })
  })
})
