import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import { outsider } from '../../support/databases/engine.ts'
import { type Send, sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { small } from '../../support/service/small.ts'
import { make } from '../api-tokens/making.ts'
import { addAll, many, newcomer, noCards, noText } from './people.ts'

async function capturer(at = inboard) {
  const person = await newcomer(at)
  const { token } = await make(person, 'capture')
  return { ...person, capture: sender(at, token) }
}

const add = (capture: Send, body: object = {}, key?: string) =>
  capture('POST /api/inbox/cards', { body: { text: 'x', ...body }, ...(key && { key }) })

/** A person with as many open cards as one `capture` token may have added. */
async function full(complete = false) {
  const person = await capturer()
  const { card } = (await add(person.capture, { complete })).body as { card: Card }
  const stranger = await outsider(inboard.world.config.database)
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 999)
    insert into cards (owner_id, id, text, complete, position, created_at, updated_at, revision, changed, counted, captured_by)
    select owner_id, 'more-' || i, 'x', complete, i, created_at, updated_at, 1, 1, 1, captured_by
    from cards, n where owner_id = '${person.user.id}';
    update counters set cards = 1000, bytes = 1000 where owner_id = '${person.user.id}'`)
  await stranger.close()
  return { ...person, card }
}

describe('a token that may only add cards', () => {
  test('removes no card from a full bin', async () => {
    const person = await capturer(small)
    await addAll(person, many(10), true)
    const refused = await add(person.capture)
    expect([refused.outcome, await person.bin()]).toEqual([noCards, many(10)])
    expect(refused.body.detail).toContain('may only add cards')
    expect((await person.add('y')).outcome).toBe('201')
    expect(await person.bin()).toEqual(many(9))
    await person.expectExact()
  })

  test('removes no text from a full bin', async () => {
    const person = await capturer(small)
    await addAll(person, ['x'.repeat(100)], true)
    expect((await add(person.capture)).outcome).toBe(noText)
    expect(await person.bin()).toEqual(['x'.repeat(100)])
  })

  test('has at most 1,000 open cards until the owner completes one', async () => {
    const { capture, client, card, user } = await full()
    const refused = await add(capture)
    expect([refused.outcome, refused.body.detail]).toEqual([
      noCards,
      expect.stringContaining('1,000 open cards'),
    ])
    expect((await add(capture, { complete: true })).outcome).toBe(noCards)
    // The owner and another token have no such limit.
    await client.addInboxCard({ text: 'mine' })
    const other = sender(inboard, (await client.makeApiToken({ label: 'Other', scope: 'capture' })).token)
    expect((await add(other)).outcome).toBe('201')
    await client.editCard({ id: card.id, complete: true })
    expect([(await add(capture)).outcome, (await add(capture)).outcome]).toEqual(['201', noCards])
    expect(user.id).toBe(card.owner_id)
  })

  test('has at most half of the open cards of a small account', async () => {
    const { capture, client } = await capturer(small)
    for (const text of many(5)) expect((await add(capture, { text })).outcome).toBe('201')
    const refused = await add(capture)
    expect([refused.outcome, refused.body.detail]).toEqual([noCards, expect.stringContaining('5 open cards')])
    await client.addInboxCard({ text: 'mine' })
  })

  test('has at most a quarter of the text of the account', async () => {
    const { capture, client } = await capturer(small)
    const { card } = (await add(capture, { text: '🌱'.repeat(5) })).body as { card: Card }
    const refused = await add(capture, { text: '🌱🌱' })
    expect([refused.outcome, refused.body.detail]).toEqual([noText, expect.stringContaining('a quarter')])
    expect((await add(capture, { text: 'five!' })).outcome).toBe('201')
    await client.addInboxCard({ text: 'x'.repeat(70) })
    await client.editCard({ id: card.id, text: 'short' })
    expect((await add(capture, { text: '🌱🌱' })).outcome).toBe('201')
  })

  test('has its share of cards that it added as completed, too', async () => {
    const { capture, client, card } = await full(true)
    expect((await add(capture, { complete: true })).outcome).toBe(noCards)
    await client.editCard({ id: card.id, text: 'read' })
    expect((await add(capture)).outcome).toBe('201')
  })

  test('regains room when a card is deleted, until that card is restored', async () => {
    const { capture, client, card } = await full()
    await client.removeCard({ id: card.id })
    expect([(await add(capture)).outcome, (await add(capture)).outcome]).toEqual(['201', noCards])
    await client.removeCard({ id: 'more-1' })
    await client.restore({ id: card.id })
    expect((await add(capture)).outcome).toBe(noCards)
  })
})

describe('a repetition by a token that may only add cards', () => {
  test('shows the card as it was made, whatever became of it', async () => {
    const { capture, client } = await capturer()
    const key = randomUUID()
    await client.addInboxCard({ text: 'first' })
    const first = await add(capture, { text: ' sent ' }, key)
    expect(first.headers.get('etag')).toBe('"2"')
    const repeat = () => add(capture, { text: ' sent ' }, key)
    const expectTheSame = async () => {
      const again = await repeat()
      expect([again.status, again.isReplay, again.body]).toEqual([201, true, first.body])
      expect([again.headers.get('etag'), again.seq]).toEqual([null, 2])
    }
    const { project } = await client.addProject({ title: 'Secret' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    await client.editCard({ id: key, text: 'secret', complete: true })
    const place = { project_id: project.id, status_id: statuses[0]?.id ?? '' }
    await client.setColumn({ ...place, card_ids: [key] })
    await expectTheSame()
    await client.removeCard({ id: key })
    await expectTheSame()
    expect((await add(capture, { text: 'other' }, key)).outcome).toBe('422 idempotency_key_reused')
  })

  test('shows only what was sent if the card was made by the owner', async () => {
    const { capture, send, client, user } = await capturer()
    const key = randomUUID()
    await client.addInboxCard({ text: 'first' })
    await send('POST /api/inbox/cards', { body: { text: 'x' }, key })
    await client.editCard({ id: key, text: 'secret', complete: true })
    const { card } = (await add(capture, {}, key)).body as { card: Card }
    expect(card).toMatchObject({
      id: key,
      owner_id: user.id,
      text: 'x',
      complete: false,
      position: 0,
      revision: 1,
    })
    expect(card.project_id).toBeNull()
  })
})
