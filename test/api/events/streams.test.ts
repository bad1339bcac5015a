import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { inbox, listen } from './listening.ts'

const nothing = { projects: [], statuses: [], cards: [], positions: [], deleted: [] }

describe('a stream', () => {
  test('begins at once, and says that nothing may hold it up or store it', async () => {
    const ada = await inboard.signIn()
    const stream = await listen(ada)
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers['content-encoding']).toBeUndefined()
    await eventually(() => stream.text() || undefined, 'its first bytes')
    expect(stream.events()).toEqual([])
    stream.close()
  })

  test('goes on from now, if nothing else is said', async () => {
    const { client, token } = await inboard.signIn()
    await client.addInboxCard({ text: 'before' })
    const stream = await listen({ token })
    const { card } = await client.addInboxCard({ text: 'after' })
    const { project } = await client.addProject({ title: 'P' })
    const told = await stream.until(3)
    const cards = told.flatMap((changes) => changes.cards)
    expect([cards, told.flatMap(({ projects }) => projects)]).toEqual([[card], [project]])
    stream.close()
  })

  test('has events that are named, carry their number, and say what GET /api/changes says', async () => {
    const { client, token } = await inboard.signIn()
    const stream = await listen({ token })
    const [{ card }, { card: other }] = [
      await client.addInboxCard({ text: 'x' }),
      await client.addInboxCard({ text: 'y' }),
    ]
    await stream.until(2)
    let from = 2
    const deeds: (() => Promise<unknown>)[] = [
      () => client.editCard({ id: card.id, text: 'a\nb\r\nc: d\n\ndata: e' }),
      () => client.setColumn({ ...inbox, card_ids: [other.id, card.id] }),
      () => client.removeCard({ id: card.id }),
      () => client.purge({ id: card.id }),
      () => client.batch({ operations: [{ method: 'POST', path: '/api/inbox/cards', body: { text: 'z' } }] }),
    ]
    for (const deed of deeds) {
      await deed()
      await stream.until(from + 1)
      const { event, id, changes } = stream.events().at(-1) ?? expect.unreachable()
      expect([event, id]).toEqual(['changes', String(from + 1)])
      expect(changes).toEqual(await client.changes({ since: from }))
      from++
    }
    // The purge is a number with nothing in it.
    expect(stream.events().find(({ id }) => id === '6')?.changes).toEqual({ ...nothing, seq: 6, more: false })
    stream.close()
  })

  test('is silent about what changes nothing, what fails, and what others do', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const { card } = await ada.client.addInboxCard({ text: 'x' })
    const stream = await listen(ada)
    await bob.client.addInboxCard({ text: 'his' })
    await ada.client.editCard({ id: card.id, text: 'x' })
    await ada.client.emptyBin()
    await ada.client.removeCard({ id: 'none' }).catch(() => {})
    await ada.client.editCard({ id: card.id, text: 'y' })
    const told = await stream.until(2)
    expect(told.map(({ seq, cards }) => [seq, cards.length])).toEqual([[2, 1]])
    stream.close()
  })
})
