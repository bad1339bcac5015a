import { describe, expect, test } from 'vitest'
import { listen, problemOf } from '../../api/events/listening.ts'
import { outsider } from '../../support/databases/engine.ts'
import { fillInbox } from '../../support/service/filling.ts'
import { eventually } from '../../support/service/inboard.ts'
import type { StreamOptions } from '../../support/service/open-stream.ts'
import { Replica } from '../../support/service/replica.ts'
import { inboard } from '../../support/service/shared.ts'

describe('a stream', () => {
  test('continues after a number, and the header takes precedence', async () => {
    const { client, token } = await inboard.signIn()
    for (const text of ['a', 'b', 'c', 'd']) await client.addInboxCard({ text })
    const textsFrom = async (options: StreamOptions) => {
      const stream = await listen({ token }, options)
      const told = await stream.until(4)
      stream.close()
      return told.flatMap(({ cards }) => cards.map(({ text }) => text)).join('')
    }
    expect(await textsFrom({ since: 0 })).toBe('abcd')
    expect(await textsFrom({ since: 2 })).toBe('cd')
    expect(await textsFrom({ lastEventId: '3' })).toBe('d')
    expect(await textsFrom({ since: 0, lastEventId: '3' })).toBe('d')
    expect(await textsFrom({ since: 999, lastEventId: '0' })).toBe('abcd')
    expect(await textsFrom({ since: 3, lastEventId: '' })).toBe('d')
    const present = await listen({ token }, { since: 4 })
    await client.addInboxCard({ text: 'e' })
    expect((await present.until(5)).map(({ cards }) => cards.length)).toEqual([1])
    present.close()
  })

  test('is refused if it cannot continue', async () => {
    const ada = await inboard.signIn()
    for (const text of ['a', 'b', 'c']) await ada.client.addInboxCard({ text })
    const stranger = await outsider(inboard.world.config.database)
    await stranger.run(`update counters set oldest = 2 where owner_id = '${ada.user.id}'`)
    await stranger.close()
    const refused: [string, StreamOptions][] = [
      ['410 cursor_gone', { since: 4 }],
      ['410 cursor_gone', { since: 1 }],
      ['410 cursor_gone', { since: '9'.repeat(25) }],
      ['410 cursor_gone', { lastEventId: '4' }],
      ['410 cursor_gone', { lastEventId: '1', since: 3 }],
      ['410 cursor_gone', { lastEventId: 'x' }],
      ['410 cursor_gone', { lastEventId: '-1' }],
      ['410 cursor_gone', { lastEventId: '2.5' }],
      ['410 cursor_gone', { lastEventId: '9'.repeat(25) }],
      ['422 validation_failed', { since: 'x' }],
      ['422 validation_failed', { since: -1 }],
      ['401 unauthenticated', { token: 'none' }],
      ['401 unauthenticated', { token: '', since: 'x' }],
    ]
    for (const [outcome, options] of refused)
      expect([options, await problemOf(await listen(ada, options))]).toEqual([options, outcome])
    const stream = await listen(ada, { since: 2 })
    expect((await stream.until(3)).flatMap(({ cards }) => cards)).toHaveLength(1)
    stream.close()
  })

  test('catches up page by page, however far behind it is', async () => {
    const ada = await inboard.signIn()
    await fillInbox(inboard, ada, 1100)
    const stream = await listen(ada, { since: 0 })
    const told = await stream.until(1101)
    expect(told.map(({ more }) => more)).toEqual([true, false])
    expect(stream.events().map(({ id }) => id)).toEqual(told.map(({ seq }) => String(seq)))
    const replica = new Replica()
    for (const changes of told) replica.apply(changes)
    expect(replica.state).toEqual(Replica.of(await ada.client.changes()).state)
    stream.close()
  })

  test('misses nothing and repeats nothing, however often it breaks', async () => {
    const { client, token } = await inboard.signIn()
    const writing = (async () => {
      const ids: string[] = []
      for (let round = 0; round < 30; round++) {
        if (round % 5 === 4) await client.removeCard({ id: ids.pop() ?? '' })
        else ids.push((await client.addInboxCard({ text: `${round}`, position: 0 })).card.id)
      }
    })()
    const replica = new Replica()
    const seen: number[] = []
    let reached = '0'
    while (reached !== '30') {
      const stream = await listen({ token }, { lastEventId: reached })
      await eventually(() => stream.events()[0], 'an event')
      stream.close()
      for (const { changes, id } of stream.events()) {
        replica.apply(changes)
        seen.push(changes.seq)
        reached = id
      }
    }
    await writing
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
    expect(replica.state).toEqual(Replica.of(await client.changes()).state)
  })
})
