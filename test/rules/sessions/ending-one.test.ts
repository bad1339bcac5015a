import { describe, expect, test } from 'vitest'
import { again, claimsOf, me, unrecorded } from '../../api/sessions/tokens.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal, eventually } from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'

describe('ending', () => {
  test('one session ends that one, at once, and its streams', async () => {
    const person = await inboard.signInByMail()
    const other = await again(person)
    const third = await again(person)
    const streams = await Promise.all([other, third].map((token) => openStream(inboard.url, { token })))
    expect([await me(other), await me(third)]).toEqual(['200', '200'])
    await person.client.endSession({ id: claimsOf(other).jti })
    expect([await me(other), await me(third), await me(person.token)]).toEqual([
      '401 unauthenticated',
      '200',
      '200',
    ])
    await eventually(() => streams[0]?.isEnded() || undefined, 'the end of its stream')
    expect(streams[1]?.isEnded()).toBe(false)
    streams[1]?.close()
    expect((await person.client.listSessions()).sessions).toHaveLength(2)
    expect(await codeOfRefusal(person.client.endSession({ id: claimsOf(other).jti }))).toBe('not_found')
    expect(await codeOfRefusal(person.client.endSession({ id: 'none' }))).toBe('not_found')
  })

  test('the current one is signing out, by either name, with a record or without', async () => {
    const person = await inboard.signInByMail()
    const tokens = [await again(person), await again(person), unrecorded(person, 9), unrecorded(person, 9)]
    for (const [index, token] of tokens.entries()) {
      expect(await me(token)).toBe('200')
      await inboard.client(token).endSession({ id: index % 2 ? 'current' : claimsOf(token).jti })
      expect(await me(token)).toBe('401 unauthenticated')
    }
    expect((await person.client.listSessions()).sessions).toHaveLength(1)
  })

  test.each<[what: string, end: 'ends' | 'expires']>([
    ['a session', 'ends'],
    ['an API token', 'expires'],
  ])('%s that %s stops the rest of its batch', async (_what, end) => {
    const person = await inboard.signInByMail()
    const expires_at = new Date(inboard.clock.now() + 60_000).toISOString()
    const made = await person.client.makeApiToken({ label: 'Script', scope: 'write', expires_at })
    const other = end === 'ends' ? await again(person) : made.token
    const operations = Array.from({ length: 100 }, (_, index) => ({
      method: 'POST' as const,
      path: '/api/inbox/cards',
      body: { text: `${index}`, position: 0 },
    }))
    const running = inboard.request('POST', '/api/batch', { token: other, body: { operations } })
    await eventually(
      async () => (await person.client.listInboxCards()).cards.length > 0 || undefined,
      'the first operation',
    )
    if (end === 'ends') await person.client.endSession({ id: claimsOf(other).jti })
    else inboard.clock.advance(60_000)
    const { cards } = await person.client.listInboxCards()
    const { results } = (await running).body
    const done = results.filter(({ status }: { status: number }) => status === 201)
    // One may have been under way.
    expect(done.length - cards.length).toBeLessThanOrEqual(1)
    expect((await person.client.listInboxCards()).cards).toHaveLength(done.length)
  })
})
