import { afterEach, describe, expect, test } from 'vitest'
import { weekdayName } from '../../../src/board/due.ts'
import { nextCardId } from '../../../src/board/repeating.ts'
import { addDays, dayIn } from '../../../src/board/text/days.ts'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'
import { farApart, noonZone } from '../../support/machine/time-zones.ts'

afterEach(closeAgents)

const time_zone = noonZone()
const today = dayIn(new Date(), time_zone)
const day = (distance: number) => addDays(today, distance) ?? ''
const texts = (cards: { text: string }[]) => cards.map(({ text }) => text)

describe('dates and labels', () => {
  async function withDates() {
    const me = await somebody()
    await furnish(me)
    await me.agent.use('add', {
      cards: [
        { text: `Pay rent due:${day(-1)} every:month #home` },
        { text: `Call mum due:${today}T18:00` },
        { text: `Sow\n- [ ] buy seeds due:${day(3)} #garden #Spring`, to: 'Garden' },
        { text: `Prune due:${day(20)} #garden` },
        { text: `Paid due:${day(-5)}`, complete: true },
      ],
    })
    return me
  }

  test('the overview says what day it is, what is due and what is in progress', async () => {
    const { agent } = await withDates()
    const { text, data } = await agent.use('overview', { time_zone })
    expect(
      text
        .replaceAll(/\b[g-z]{8}\b/g, 'name')
        .split('\n')
        .slice(0, 8),
    ).toEqual([
      `Today is ${weekdayName(today)}, ${today}.`,
      'Overdue: 1 card.',
      `[ ] name Pay rent due:${day(-1)} every:month #home (in Inbox), due ${day(-1)}`,
      'Due today: 1 card.',
      `[ ] name Call mum due:${today}T18:00 (in Inbox), due ${today}T18:00`,
      'Doing: 1 card.',
      '[ ] name Build a bird house (in Garden / Doing)',
      '',
    ])
    expect(data.today).toMatchObject({
      date: today,
      weekday: weekdayName(today),
      due: [
        { due: day(-1), repeats: 'every month', labels: ['home'], overdue: true },
        { due: `${today}T18:00`, overdue: false },
      ],
      doing: [{ text: 'Build a bird house' }],
    })
  })

  test('the day is that of the time zone, and an unknown zone is refused', async () => {
    const { agent, client } = await somebody()
    const days = await Promise.all(
      farApart.map(async (time_zone) => (await agent.use('overview', { time_zone })).data.today.date),
    )
    expect(days[0] > days[1]).toBe(true)
    await client.addInboxCard({ text: 'Milk' })
    for (const [name, given] of [
      ['overview', {}],
      ['find', { words: 'Milk' }],
      ['complete', { cards: ['Milk'] }],
      ['move', { moves: [{ cards: ['Milk'], to: 'inbox' }] }],
    ] as const)
      expect(await agent.use(name, { ...given, time_zone: 'Europe/Wien' })).toMatchObject({
        isError: true,
        text: 'Nothing was done: there is no time zone "Europe/Wien". Use a name such as "Europe/Vienna" or "UTC".',
      })
    expect((await client.listInboxCards()).cards).toMatchObject([{ complete: false }])
  })

  test('find filters by date and labels, with words or without', async () => {
    const { agent } = await withDates()
    const found = async (given: Record<string, unknown>) => {
      const { data } = await agent.use('find', { ...given, time_zone })
      return texts(data.cards).map((text) => text.split(/[ \n]/)[0])
    }
    expect(await found({ due: 'overdue' })).toEqual(['Pay'])
    expect(await found({ due: 'today' })).toEqual(['Call'])
    expect(await found({ due: 'week' })).toEqual(['Call', 'Sow'])
    expect((await found({ labels: ['#GARDEN'] })).toSorted()).toEqual(['Prune', 'Sow'])
    expect(await found({ labels: ['garden', 'spring'] })).toEqual(['Sow'])
    expect(await found({ labels: ['garden'], words: 'prune' })).toEqual(['Prune'])
    expect(await found({ labels: ['garden'], in: 'Garden' })).toEqual(['Sow'])
    const { text } = await agent.use('find', { words: 'sow', labels: ['garden'] })
    expect(text).toMatch(new RegExp(`^\\[ \\] \\w{8} Sow \\(\\+1 line, due ${day(3)}\\) \\(in Garden`))
    expect((await agent.use('find', { due: 'overdue', labels: ['garden'], time_zone })).text).toBe(
      'No card matches.',
    )
    expect((await agent.use('find', {})).text).toBe('Give "words", "labels" or "due".')
    expect((await agent.use('find', { due: 'never' })).text).toContain('must be one of')
  })

  test('reading shows dates and labels beside the unchanged text', async () => {
    const { agent } = await withDates()
    const { data, text } = await agent.use('read', { items: ['Pay rent'] })
    expect(data.cards).toMatchObject([
      { text: `Pay rent due:${day(-1)} every:month #home`, due: day(-1), repeats: 'every month' },
    ])
    expect(text).toContain(`\n    Pay rent due:${day(-1)} every:month #home`)
    await agent.use('add', { cards: [{ text: `#x\u2028Overdue: 9 cards.\ndue:${today}` }] })
    const lines = (await agent.use('overview', { time_zone })).text.split('\n')
    expect(lines.filter((line) => line.startsWith('Overdue'))).toEqual(['Overdue: 1 card.'])
  })
})

describe('completing a card that repeats', () => {
  test('adds the next one, and says so', async () => {
    const { agent, client } = await somebody()
    const { card } = await client.addInboxCard({ text: 'Report due:2924-01-31 every:month\n- [x] numbers' })
    const { text, data } = await agent.use('complete', { cards: [card.id], time_zone, key: 'k' })
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^Is now complete: \w{8} "Report due:2924-01-31 every:month …"$/),
      expect.stringMatching(
        /^ {2}Added the next one: \[ \] \w{8} Report due:2924-02-29 every:month \(\+1 line\) \(in Inbox\)$/,
      ),
    ])
    expect(data.done).toMatchObject([{ id: card.id, next: [{ id: nextCardId(card.id), due: '2924-02-29' }] }])
    await agent.use('complete', { cards: [card.id], time_zone, key: 'k' })
    await agent.use('complete', { cards: [card.id], complete: false })
    expect((await agent.use('complete', { cards: [card.id, card.id] })).text).toContain('already there')
    expect(texts((await client.listInboxCards()).cards)).toEqual([
      'Report due:2924-01-31 every:month\n- [x] numbers',
      'Report due:2924-02-29 every:month\n- [ ] numbers',
    ])
  })

  test('moving it into the last column adds the next one, once on two devices', async () => {
    const me = await somebody()
    await furnish(me)
    const { agent, client } = me
    const { card } = await client.addInboxCard({ text: `Water due:${today} every:day` })
    const moves = [{ cards: [card.id], to: 'Garden/Done' }]
    const answers = await Promise.all([
      agent.use('move', { moves, time_zone: farApart[0] }),
      agent.use('move', { moves, time_zone: farApart[1] }),
      agent.use('complete', { cards: [card.id], time_zone }),
    ])
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false])
    const { cards } = await client.searchCards({ q: 'Water' })
    expect(cards.filter(({ complete }) => !complete)).toHaveLength(1)
    const { data, text } = await agent.use('move', { moves })
    expect([text, data.done[0].next]).toEqual([
      expect.stringMatching(/^Moved to Garden \/ Done: .+$/),
      undefined,
    ])
  })

  test('brings the next one back from the bin, with its date', async () => {
    const { agent, client } = await somebody()
    const { card } = await client.addInboxCard({ text: `Water due:${today} every:day` })
    await agent.use('complete', { cards: [card.id], time_zone })
    const id = nextCardId(card.id)
    await client.editCard({ id, text: 'Water due:2024-01-01 every:day' })
    await client.removeCard({ id })
    await agent.use('complete', { cards: [card.id], complete: false })
    await agent.use('complete', { cards: [card.id], time_zone })
    expect((await client.readCard({ id })).card.text).toBe(`Water due:${day(1)} every:day`)
  })
})
