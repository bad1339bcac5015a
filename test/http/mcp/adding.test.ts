import { afterEach, expect, test } from 'vitest'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

test('an agent learns that a date in words is only text', async () => {
  const { agent } = await somebody()
  const { text } = await agent.use('add', {
    cards: [{ text: 'Call mom due:tomorrow' }, { text: 'Pay rent due:2026-12-01 every:month' }],
  })
  const [words, mark] = text.split('\n')
  expect(words).toContain('"due:tomorrow" is only text: write a date as due:2026-11-20')
  expect(mark).not.toContain('only text')
})

test('a column alone is one of the project that the card is in', async () => {
  const me = await somebody()
  await furnish(me)
  const { agent } = me
  await agent.use('add', { cards: [{ text: 'Dig over', to: 'Garden' }, { text: 'Elsewhere' }] })
  const { data } = await agent.use('move', { moves: [{ cards: ['Dig over'], to: 'Done' }] })
  expect(data.done).toMatchObject([{ place: 'Garden / Done' }])
  const { isError } = await agent.use('move', { moves: [{ cards: ['Elsewhere'], to: 'Done' }] })
  expect(isError).toBe(true)
})

test('search says which cards are complete', async () => {
  const { agent } = await somebody()
  await agent.use('add', { cards: [{ text: 'Weed the bed', complete: true }, { text: 'Weed the path' }] })
  const { data } = await agent.use('search', { query: 'weed' })
  const results = data.results as { title: string; complete: boolean }[]
  expect(new Map(results.map(({ title, complete }) => [title, complete]))).toEqual(
    new Map([
      ['Weed the bed', true],
      ['Weed the path', false],
    ]),
  )
})

test('adding puts cards at both ends of a column that it has not read', async () => {
  const me = await somebody()
  await furnish(me)
  const { agent, client } = me
  await agent.use('add', { to: 'Garden/Doing', cards: [{ text: 'Middle' }] })
  await agent.use('add', { to: 'Garden/Doing', place: 'top', cards: [{ text: 'First' }, { text: 'Second' }] })
  const { data } = await agent.use('add', { to: 'Garden/Doing', cards: [{ text: 'Last' }] })
  const { projects } = await client.exportAccount()
  const doing = projects[0]?.statuses[1]?.cards.map(({ text }) => text) ?? []
  expect([...doing.slice(0, 2), doing.at(-1)]).toEqual(['First', 'Second', 'Last'])
  const { card } = await client.readCard({ id: data.done[0].id })
  expect(data.done).toMatchObject([{ place: 'Garden / Doing', revision: card.revision }])
})
