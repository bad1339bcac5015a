import { expect } from 'vitest'
import { connectAgent } from '../../../support/agents/agent.ts'
import { inboard } from '../../../support/service/shared.ts'
import { workAsAgent, workAsPerson } from './workers.ts'

/** Two agents and a person on one board: no move is undone, no text is lost, no card is there twice. */
export async function workTogether(rounds: number): Promise<void> {
  const { client } = await inboard.signIn()
  const { token } = await client.makeApiToken({ label: 'Agents', scope: 'write' })
  const agents = [
    await connectAgent(inboard.url, token, '2026-07-28'),
    await connectAgent(inboard.url, token, '2025-11-25'),
  ] as const
  await client.addProject({ title: 'Garden' })
  await client.addProject({ title: 'House' })
  const add = async (name: string, count: number) => {
    const cards = Array.from({ length: count }, (_, index) => ({ text: `${name} ${index}` }))
    const { data } = await agents[0].use('add', { cards })
    return data.done.map(({ id }: { id: string }) => id) as string[]
  }
  const shared = await add('shared', Math.max(6, rounds / 10))
  const own = { ada: await add('ada', 5), bob: await add('bob', 5), person: await add('person', 5) }

  const ledgers = await Promise.all([
    workAsAgent(agents[0], 'ada', own.ada, shared, rounds),
    workAsAgent(agents[1], 'bob', own.bob, shared, rounds),
    workAsPerson(client, own.person, shared, rounds),
  ])

  const { data } = await agents[0].use('read', { items: ['inbox', 'Garden', 'House'], limit: 500 })
  const cards = new Map<string, { place: string; complete: boolean }>()
  for (const card of data.cards) cards.set(card.id, card)
  const all = (await client.changes()).cards
  const texts = all.map(({ text }) => text)
  const textOf = new Map(all.map(({ id, text }) => [id, text]))
  for (const ledger of ledgers) {
    for (const text of ledger.added)
      expect([text, texts.filter((one) => one === text).length]).toEqual([text, 1])
    for (const text of ledger.deleted) expect(texts).not.toContain(text)
    for (const [card, mark] of ledger.marks)
      expect([mark, textOf.get(card)?.split(mark).length]).toEqual([mark, 2])
    for (const [id, place] of ledger.brought) expect([id, cards.get(id)?.place]).toEqual([id, place])
    for (const [id, complete] of ledger.completed)
      expect([id, cards.get(id)?.complete]).toEqual([id, complete])
  }
  // Whatever was refused was not done: there is nothing that nobody was told of.
  const marks = texts.join('\n').match(/<\w+-\d+>/g) ?? []
  expect(marks).toHaveLength(ledgers.reduce((sum, ledger) => sum + ledger.marks.length, 0))
  expect(all.filter(({ text }) => / adds \d+$/.test(text))).toHaveLength(
    ledgers.reduce((sum, ledger) => sum + ledger.added.size, 0),
  )
  expect(
    ledgers.every(({ brought, marks, added }) => brought.size > 0 && marks.length > 0 && added.size > 0),
  ).toBe(true)
  for (const agent of agents) await agent.close()
}
