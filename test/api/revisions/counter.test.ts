import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { sender, times } from '../../support/service/sending.ts'
import { inbox, withBoard } from './board.ts'

describe('the counter', () => {
  test('takes the next number for each write, whatever it writes', async () => {
    const { token } = await inboard.signIn()
    const send = sender(inboard, token)
    const seqs: (number | undefined)[] = []
    const did = async (call: string, body?: unknown) => {
      const answer = await send(call, { body })
      expect(answer.status).toBeLessThan(300)
      seqs.push(answer.seq)
      return answer.body
    }
    const { project } = await did('POST /api/projects', { title: 'Garden' })
    const { card } = await did(`POST /api/projects/${project.id}/cards`, { text: 'a' })
    const { card: other } = await did('POST /api/inbox/cards', { text: 'b' })
    await did(`PATCH /api/cards/${card.id}`, { text: 'c' })
    await did(`PATCH /api/cards/${card.id}`, { complete: true })
    await did(`PATCH /api/cards/${card.id}`, { position: 7 })
    await did(`PATCH /api/projects/${project.id}`, { title: 'Yard' })
    await did('PUT /api/cards/order', { ...inbox, card_ids: [card.id, other.id] })
    await did('PUT /api/cards/order', { ...inbox, card_ids: [other.id, card.id], moved: [other.id] })
    await did(`DELETE /api/cards/${card.id}`)
    await did(`POST /api/bin/${card.id}/restore`)
    await did(`DELETE /api/projects/${project.id}`)
    await did(`POST /api/bin/${project.id}/restore`)
    await did(`DELETE /api/cards/${card.id}`)
    await did(`DELETE /api/bin/${card.id}`)
    await did(`DELETE /api/cards/${other.id}`)
    await did('DELETE /api/bin')
    expect(seqs).toEqual(times(seqs.length, (index) => index + 1))
    expect((await send('GET /api/changes')).body.seq).toBe(seqs.length)
    // Reading takes none, and says none.
    expect((await send(`GET /api/projects/${project.id}`)).seq).toBeUndefined()
  })

  test('is another one for each account, and of a new account 0', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    await ada.client.addInboxCard({ text: 'a' })
    expect((await bob.client.changes()).seq).toBe(0)
    expect((await bob.client.addInboxCard({ text: 'b' })).card.revision).toBe(1)
  })

  test('is not raised by what changes nothing, which answers with the present number', async () => {
    const { client, send, project_id, columns, ids, card, seq } = await withBoard(['a', 'b'], ['c'])
    await client.editCard({ id: ids.a ?? '', complete: true })
    const before = [await card('a'), await card('b'), (await client.readProject({ project_id })).project]
    const present = await seq()
    const idle: [string, unknown?][] = [
      [`PATCH /api/cards/${ids.a}`, { text: ' a ', complete: true, position: 0 }],
      [`PATCH /api/cards/${ids.a}`, { complete: true }],
      [`PATCH /api/projects/${project_id}`, { title: ' Project ' }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.a, ids.b] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.a] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [] }],
      ['PUT /api/cards/order', { ...columns.doing, card_ids: [] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.b, ids.a], moved: [] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.a, ids.b], moved: [ids.b] }],
      ['DELETE /api/bin'],
    ]
    for (const [index, [call, body]] of idle.entries()) {
      for (const extras of [{}, { key: `idle-${index}` }]) {
        const answer = await send(call, { body, ...extras })
        expect([call, body, answer.status < 300, answer.seq]).toEqual([call, body, true, present])
      }
    }
    inboard.clock.advance(5)
    expect([await card('a'), await card('b'), (await client.readProject({ project_id })).project]).toEqual(
      before,
    )
    expect(await client.changes({ since: present })).toEqual({
      seq: present,
      more: false,
      projects: [],
      statuses: [],
      cards: [],
      positions: [],
      deleted: [],
    })
  })
})
