import { describe, expect, test } from 'vitest'
import { laterThan } from '../../support/service/later.ts'
import { times } from '../../support/service/sending.ts'
import { essence, inbox, newcomer } from './people.ts'

describe('a key', () => {
  test('makes every kind of write happen once, however often it is sent', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const made = await Promise.all(times(6, () => client.addInboxCard({ text: 'x' })))
    const [a, b, c, d] = made.map(({ card }) => card.id)
    await client.removeCard({ id: c ?? '' })
    await client.removeCard({ id: d ?? '' })
    const { project: old } = await client.addProject({ title: 'Old' })
    await client.removeProject({ project_id: old.id })
    const { project: older } = await client.addProject({ title: 'Older' })
    const writes: [string, unknown?][] = [
      ['POST /api/projects', { title: 'New' }],
      ['POST /api/inbox/cards', { text: 'new', position: 0 }],
      [`POST /api/projects/${project.id}/cards`, { text: 'new', complete: true }],
      [`PATCH /api/cards/${a}`, { text: 'edited', position: 3 }],
      [`PATCH /api/projects/${project.id}`, { title: 'Renamed' }],
      ['PUT /api/cards/order', { ...inbox, card_ids: [b, a] }],
      [`DELETE /api/cards/${b}`],
      [`DELETE /api/projects/${older.id}`],
      [`POST /api/bin/${c}/restore`],
      [`POST /api/bin/${old.id}/restore`],
      [`DELETE /api/bin/${d}`],
      ['DELETE /api/bin'],
    ]
    for (const [index, [call, body]] of writes.entries()) {
      const before = await seq()
      const key = `once-${index}`
      const first = await send(call, { body, key })
      expect([call, first.status < 300, first.seq, first.isReplay]).toEqual([call, true, before + 1, false])
      const state = await client.changes()
      for (let round = 0; round < 2; round++) {
        await laterThan(new Date().toISOString())
        const again = await send(call, { body, key })
        expect([call, again.isReplay, again.seq, essence(again)]).toEqual([
          call,
          true,
          before + 1,
          essence(first),
        ])
      }
      expect(await client.changes()).toEqual(state)
    }
  })
})
