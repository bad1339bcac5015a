import { describe, expect, test } from 'vitest'
import { make, projects } from '../../api/api-tokens/making.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

describe('using a token', () => {
  test('capture adds cards to the inbox, and cannot read them, nor by a batch', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person, 'capture')
    const { status } = await inboard.request('POST', '/api/inbox/cards', { token, body: { text: 'Weed' } })
    expect(status).toBe(201)
    expect(await projects(token)).toBe('403 scope_insufficient')
    const operations = [{ method: 'POST', path: '/api/inbox/cards', body: { text: 'Weed' } }]
    expect(outcome(await inboard.request('POST', '/api/batch', { token, body: { operations } }))).toBe(
      '403 scope_insufficient',
    )
    expect((await person.client.listInboxCards()).cards).toMatchObject([{ text: 'Weed' }])
  })

  test('ends when it is revoked, at once, and only that one', async () => {
    const person = await inboard.signIn()
    const [one, other] = [await make(person), await make(person)]
    expect([await projects(one.token), await projects(other.token)]).toEqual(['200', '200'])
    await person.client.revokeApiToken({ id: one.api_token.id })
    expect([await projects(one.token), await projects(other.token)]).toEqual(['401 unauthenticated', '200'])
    expect(await codeOfRefusal(person.client.revokeApiToken({ id: one.api_token.id }))).toBe('not_found')
  })

  test('outlives the sessions of its owner', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person)
    await person.client.endOtherSessions()
    await person.client.endSession({ id: 'current' })
    expect(await projects(token)).toBe('200')
  })

  test('that is not known, or not whole, is no session', async () => {
    const { token } = await make(await inboard.signIn())
    for (const wrong of [
      'inb_',
      `inb_${'A'.repeat(43)}`,
      token.slice(0, -1),
      token.toUpperCase(),
      token.slice(4),
    ])
      expect(await projects(wrong)).toBe('401 unauthenticated')
  })
})
