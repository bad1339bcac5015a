import { describe, expect, test } from 'vitest'
import { beginAgain } from '../../../src/client/replica.ts'
import { codeOfRefusal, eventually, startTestInboard } from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'
import { inboard } from '../../support/service/shared.ts'

const millisecondsSince2020 = () => inboard.clock.now() - Date.UTC(2020, 0)

describe('an account that was set back', () => {
  test('continues above every number that a device has seen, and every device starts over', async () => {
    const { client, token } = await inboard.signIn()
    await client.addInboxCard({ text: 'Milk' })
    const other = await openStream(inboard.url, { token, since: 1 })
    expect(await client.resetChanges({ seen: 700 })).toEqual({ seq: 701 })
    await eventually(() => other.isEnded() || undefined, 'the other stream to end')
    for (const since of [0, 1, 700])
      expect(await codeOfRefusal(client.changes({ since })), String(since)).toBe('cursor_gone')
    const all = await client.changes()
    expect([all.seq, all.cards.map(({ text }) => text)]).toEqual([701, ['Milk']])
    const next = await client.changes({ since: 701 })
    expect(next).toMatchObject({ seq: 701, cards: [], positions: [], deleted: [] })
    await client.addInboxCard({ text: 'Bread' })
    const { cards, seq } = await client.changes({ since: 701 })
    expect([seq, cards.map(({ text }) => text)]).toEqual([702, ['Bread']])
  })

  test('is reported by our client, once, before it applies anything', async () => {
    const { client } = await inboard.signIn()
    await client.addInboxCard({ text: 'Milk' })
    expect((await beginAgain(client, 500)).seq).toBe(501)
    expect((await beginAgain(client, 501)).seq).toBe(501)
    expect((await client.changes()).cards).toHaveLength(1)
  })

  test('tells so in the whole account alone, the latest first', async () => {
    const { client } = await inboard.signIn()
    expect((await client.changes()).set_backs).toEqual([])
    await client.resetChanges({ seen: 500 })
    const { set_backs, seq } = await client.changes()
    expect(set_backs).toEqual([{ id: expect.any(String), from: null }])
    // A device that has seen less reports nothing new.
    await beginAgain(client, 400)
    expect((await client.changes()).set_backs).toEqual(set_backs)
    expect(await client.changes({ since: seq })).not.toHaveProperty('set_backs')
  })

  test('is left as it is by a client that may not write', async () => {
    const { client } = await inboard.signIn()
    const { token } = await client.makeApiToken({ label: 'Reader', scope: 'read' })
    const reader = inboard.client(token)
    expect(await codeOfRefusal(reader.resetChanges({ seen: 500 }))).toBe('scope_insufficient')
    expect((await beginAgain(reader, 500)).seq).toBe(0)
  })
})

describe('an account that was not set back', () => {
  test('stays as it is', async () => {
    const { client } = await inboard.signIn()
    expect(await client.resetChanges({ seen: 0 })).toEqual({ seq: 0 })
    await client.addInboxCard({ text: 'Milk' })
    expect((await client.changes({ since: 0 })).seq).toBe(1)
  })

  test('is not reset to a number that no account has reached', async () => {
    const { client } = await inboard.signIn()
    for (const seen of [millisecondsSince2020() + 60_000, Number.MAX_SAFE_INTEGER])
      expect(await codeOfRefusal(client.resetChanges({ seen })), String(seen)).toBe('validation_failed')
    expect((await client.changes()).seq).toBe(0)
  })
})

test('an account is reset once a minute, and remembers the last 20 times', async () => {
  const own = await startTestInboard()
  const [one, other] = [await own.signIn(), await own.signIn()]
  await one.client.resetChanges({ seen: 7 })
  await other.client.resetChanges({ seen: 7 })
  const again = await own.request('POST', '/api/changes/reset', { token: one.token, body: { seen: 9 } })
  expect([again.status, again.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
  own.clock.advance(60_000)
  expect(await one.client.resetChanges({ seen: 9 })).toEqual({ seq: 10 })
  const [{ id } = { id: '' }] = (await one.client.changes()).set_backs ?? []
  for (let seen = 10; seen < 30; seen++) {
    own.clock.advance(60_000)
    await one.client.resetChanges({ seen: seen * 10 })
  }
  const listed = (await one.client.changes()).set_backs?.map((setBack) => setBack.id)
  expect(new Set(listed).size).toBe(20)
  expect(listed).not.toContain(id)
  await own.stop()
})
