import { describe, expect, test } from 'vitest'
import { tally, times } from '../../support/service/sending.ts'
import { inbox, missing, withBoard } from './board.ts'

describe('the counter', () => {
  test('has no gap and no number twice, however many write at once', async () => {
    const { send, project_id, columns, ids, seq } = await withBoard(['a', 'b', 'c', 'd'], ['e', 'f'])
    const present = await seq()
    const answers = await Promise.all(
      times(48, (index) => {
        const deeds = [
          () => send('POST /api/inbox/cards', { body: { text: `new ${index}`, position: 0 } }),
          () =>
            send(`POST /api/projects/${project_id}/cards`, {
              body: { text: `new ${index}` },
              key: `k${index}`,
            }),
          () => send(`PATCH /api/cards/${ids.a}`, { body: { text: `text ${index}` } }),
          () => send(`PATCH /api/projects/${project_id}`, { body: { title: `title ${index}` } }),
          () =>
            send('PUT /api/cards/order', {
              body: { ...columns.doing, card_ids: [index % 2 ? ids.b : ids.c, ids.e] },
            }),
          () =>
            send('PUT /api/cards/order', {
              body: { ...inbox, card_ids: [ids.f, ids.e, ids.b], moved: [ids.e] },
            }),
          () => send(`DELETE /api/cards/${missing}`),
          () => send('DELETE /api/bin'),
        ]
        return deeds[index % deeds.length]?.() ?? expect.unreachable()
      }),
    )
    const last = await seq()
    const taken = [...new Set(answers.flatMap((answer) => answer.seq ?? []))].filter((one) => one > present)
    expect(taken.sort((a, b) => a - b)).toEqual(times(last - present, (index) => present + 1 + index))
    // Of those that surely changed something, each has a number of its own, and the last has the last word.
    const edits = answers.filter((_, index) => index % 8 === 2)
    expect(edits.map(({ body, seq: taken }) => body.card.revision === taken)).toEqual(edits.map(() => true))
    expect(new Set(edits.map((edit) => edit.seq)).size).toBe(edits.length)
    const newest = edits.toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))[0]
    const { card } = (await send(`GET /api/cards/${ids.a}`)).body
    expect([card.text, card.revision]).toEqual([newest?.body.card.text, newest?.seq])
  })

  test('counts what succeeded of an edit and a deletion at once, and nothing else', async () => {
    const { client, send, seq } = await withBoard()
    for (let round = 0; round < 8; round++) {
      const { card } = await client.addInboxCard({ text: 'x' })
      const present = await seq()
      const answers = await Promise.all([
        send(`PATCH /api/cards/${card.id}`, { body: { text: 'y' } }),
        send(`DELETE /api/cards/${card.id}`),
        send(`PATCH /api/cards/${card.id}`, { body: { complete: true }, ifMatch: '*' }),
        send(`DELETE /api/cards/${card.id}`),
      ])
      const succeeded = answers.flatMap((answer) => answer.seq ?? [])
      expect(succeeded.sort((a, b) => a - b)).toEqual(times(succeeded.length, (index) => present + 1 + index))
      expect(await seq()).toBe(present + succeeded.length)
      const { '200': edits = 0, ...others } = tally(answers)
      expect(others).toEqual({ '204': 1, '404 not_found': 3 - edits })
    }
  })
})

describe('If-Match', () => {
  test('lets one of many devices at once win', async () => {
    const { client, send, project_id, ids, card } = await withBoard(['a'])
    const { revision } = await card('a')
    const edits = await Promise.all(
      times(8, (index) =>
        send(`PATCH /api/cards/${ids.a}`, { body: { text: `by ${index}` }, ifMatch: `"${revision}"` }),
      ),
    )
    expect(tally(edits)).toEqual({ '200': 1, '412 changed_meanwhile': 7 })
    expect(await card('a')).toEqual(edits.find(({ status }) => status === 200)?.body.card)
    const fates = await Promise.all(
      times(6, (index) =>
        index % 2
          ? send(`DELETE /api/projects/${project_id}`, { ifMatch: '"1"' })
          : send(`PATCH /api/projects/${project_id}`, { body: { title: `by ${index}` }, ifMatch: '"1"' }),
      ),
    )
    expect(fates.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(new Set(fates.map(({ outcome }) => outcome))).toEqual(
      fates.some(({ status }) => status === 204)
        ? new Set(['204', '404 not_found'])
        : new Set(['200', '412 changed_meanwhile']),
    )
    expect((await client.listProjects()).projects).toHaveLength(
      fates.some(({ status }) => status === 204) ? 0 : 1,
    )
  })
})
