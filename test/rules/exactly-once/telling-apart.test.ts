import { describe, expect, test } from 'vitest'
import { inbox, missing, newcomer } from '../../api/exactly-once/people.ts'
import type { Extras } from '../../support/service/sending.ts'

describe('a key', () => {
  test('tells requests apart by method, path and body, and by nothing else', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const [{ card }, { card: other }] = [
      await client.addInboxCard({ text: 'x' }),
      await client.addInboxCard({ text: 'y' }),
    ]
    const key = 'k'
    const call = `PATCH /api/cards/${card.id}`
    expect((await send(call, { body: { text: 'z' }, key })).outcome).toBe('200')
    const present = await seq()
    const different: [string, Extras?][] = [
      [call, { body: { text: 'other' } }],
      [call, { body: { text: 'z', complete: false } }],
      [`PATCH /api/cards/${other.id}`, { body: { text: 'z' } }],
      [`PATCH /api/projects/${project.id}`, { body: { title: 'z' } }],
      [`DELETE /api/cards/${card.id}`],
      ['POST /api/inbox/cards', { body: { text: 'z' } }],
      [`POST /api/projects/${project.id}/cards`, { body: { text: 'z' } }],
      ['PUT /api/cards/order', { body: { ...inbox, card_ids: [] } }],
      ['DELETE /api/bin'],
      // Things that are not there come later in the order of the checks.
      [`PATCH /api/cards/${missing}`, { body: { text: 'z' } }],
      [`POST /api/bin/${missing}/restore`],
    ]
    for (const [one, extras] of different)
      expect([one, (await send(one, { ...extras, key })).outcome]).toEqual([
        one,
        '422 idempotency_key_reused',
      ])
    const same: Extras[] = [
      { body: { text: 'z' }, ifMatch: '"1"' },
      { body: { text: 'z' }, ifMatch: '*' },
      { body: '{ "text" : "z" }' },
      { body: { text: 'z' }, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ]
    for (const extras of same)
      expect(await send(call, { ...extras, key })).toMatchObject({ outcome: '200', isReplay: true })
    for (const path of [
      `${call}/`,
      `${call}?x=1`,
      call.replace(card.id, `%${card.id.charCodeAt(0).toString(16)}${card.id.slice(1)}`),
    ])
      expect(await send(path, { body: { text: 'z' }, key })).toMatchObject({ outcome: '200', isReplay: true })
    expect(await seq()).toBe(present)
  })

  test('belongs to its account', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const first = await ada.send('POST /api/inbox/cards', { body: { text: 'hers' }, key: 'shared' })
    const second = await bob.send('POST /api/inbox/cards', { body: { text: 'his' }, key: 'shared' })
    expect([first.isReplay, second.isReplay, second.body.card.text]).toEqual([false, false, 'his'])
  })
})
