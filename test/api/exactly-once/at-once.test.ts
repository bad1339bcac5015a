import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Sent, tally, times } from '../../support/service/sending.ts'
import { essence, newcomer } from './people.ts'

describe('a key', () => {
  test('of many requests at once: one takes effect, all get the same answer', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'x' })
    const writes: [string, unknown?][] = [
      ['POST /api/inbox/cards', { text: 'new' }],
      [`PATCH /api/cards/${card.id}`, { text: 'edited' }],
      [`DELETE /api/cards/${card.id}`],
      [`POST /api/bin/${card.id}/restore`],
      ['POST /api/projects', { title: 'Q' }],
    ]
    for (const [call, body] of writes) {
      const before = await seq()
      const key = randomUUID()
      const answers = await Promise.all(times(8, () => send(call, { body, key })))
      expect([call, answers.filter(({ isReplay }) => !isReplay).length]).toEqual([call, 1])
      for (const answer of answers) expect(essence(answer)).toEqual(essence(answers[0] as Sent))
      expect(answers.map((answer) => answer.seq)).toEqual(answers.map(() => before + 1))
      expect(await seq()).toBe(before + 1)
    }
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })

  test('of two different requests at once: one takes effect, the other is refused', async () => {
    const { send, client, seq } = await newcomer()
    for (let round = 0; round < 5; round++) {
      const key = randomUUID()
      const answers = await Promise.all([
        send('POST /api/inbox/cards', { body: { text: 'one' }, key }),
        send('POST /api/inbox/cards', { body: { text: 'other' }, key }),
      ])
      expect(tally(answers)).toEqual({ '201': 1, '422 idempotency_key_reused': 1 })
      expect((await client.readCard({ id: key })).card.text).toBe(
        answers.find(({ status }) => status === 201)?.body.card.text,
      )
    }
    expect(await seq()).toBe(5)
  })

  test('that is a UUID, from two devices at once makes one thing', async () => {
    const { send, client } = await newcomer()
    const key = randomUUID()
    const answers = await Promise.all([
      send('POST /api/inbox/cards', { body: { text: 'x' }, key }),
      send('POST /api/projects', { body: { title: 'x' }, key }),
      send('POST /api/inbox/cards', { body: { text: 'x' }, key }),
      send('POST /api/projects', { body: { title: 'x' }, key }),
    ])
    expect(tally(answers)).toEqual({ '201': 2, '422 idempotency_key_reused': 2 })
    const { cards, projects, seq } = await client.changes()
    expect([...cards, ...projects].map(({ id }) => id)).toEqual([key])
    expect(seq).toBe(1)
  })
})
