import { expect, test } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import { inboard } from '../../support/service/shared.ts'

/** A board with a, b and c to do and z done, and ways to look at it. */
async function garden() {
  const { client } = await inboard.signIn()
  const { project } = await client.addProject({ title: 'Garden' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const columnOf = (name: string) => ({
    project_id: project.id,
    status_id: statuses.find((status) => status.name === name)?.id ?? '',
  })
  const known = new Map<string, string>()
  for (const text of ['a', 'b', 'c', 'z'])
    known.set(text, (await client.addProjectCard({ project_id: project.id, text })).card.id)
  const ids = (...texts: string[]) => texts.map((text) => known.get(text) ?? '')
  await client.setColumn({ ...columnOf('Done'), card_ids: ids('z') })
  const cards = async () => (await client.listProjectCards({ project_id: project.id })).cards
  const board = async () => {
    const all = await cards()
    return Object.fromEntries(
      statuses.map(({ id, name }) => [
        name,
        all.flatMap(({ status_id, text }) => (status_id === id ? [text] : [])),
      ]),
    )
  }
  const completed = async () =>
    (await cards()).flatMap(({ text, complete }) => (complete ? [text] : [])).sort()
  return { client, project, columnOf, ids, board, completed }
}

test('cards are moved and completed in one step, under one number, and so they are reopened', async () => {
  const { client, project, columnOf, ids, board, completed } = await garden()
  const { seq } = await client.changes()
  const [a, c] = ids('a', 'c')
  const there = await client.setColumn({
    ...columnOf('Done'),
    card_ids: [...ids('z'), ...ids('a', 'c')],
    moved: ids('a', 'c'),
    complete: true,
  })
  expect(await board()).toEqual({ 'To do': ['b'], Doing: [], Done: ['z', 'a', 'c'] })
  expect(await completed()).toEqual(['a', 'c'])
  const changes = await client.changes({ since: seq })
  expect(changes.seq).toBe(seq + 1)
  const changed = changes.cards.filter(({ id }) => [a, c].includes(id))
  expect(changed).toHaveLength(2)
  expect(changed.every(({ complete, revision }) => complete && revision === seq + 1)).toBe(true)
  expect(changes.projects[0]).toMatchObject({ id: project.id, completed_card_count: 2 })
  // What it answers is what is there.
  const read = async ({ id }: Card) => (await client.readCard({ id })).card
  expect(there.cards).toEqual(await Promise.all(there.cards.map(read)))

  // Without moving any of them, too; those that are so already do not change.
  await client.setColumn({ ...columnOf('Done'), card_ids: ids('z', 'a', 'c'), complete: true })
  expect(await completed()).toEqual(['a', 'c', 'z'])
  const still = (await client.readCard({ id: a ?? '' })).card
  expect(still.revision).toBe(seq + 1)
  await client.setColumn({ ...columnOf('To do'), card_ids: ids('z', 'c'), complete: false })
  expect(await board()).toEqual({ 'To do': ['z', 'c', 'b'], Doing: [], Done: ['a'] })
  expect(await completed()).toEqual(['a'])
})

test('a request that neither moves nor completes anything takes no number', async () => {
  const { client, columnOf, ids } = await garden()
  const { seq } = await client.changes()
  await client.setColumn({ ...columnOf('To do'), card_ids: ids('a'), complete: false })
  expect((await client.changes()).seq).toBe(seq)
})

test('a card without a landmark goes last if it is to', async () => {
  const { client, columnOf, ids, board } = await garden()
  const column = columnOf('To do')
  await client.setColumn({ ...column, card_ids: ids('z'), moved: ids('z'), at_end: true })
  expect(await board()).toEqual({ 'To do': ['a', 'b', 'c', 'z'], Doing: [], Done: [] })
  await client.setColumn({ ...column, card_ids: ids('a', 'c'), moved: ids('a', 'c'), at_end: true })
  expect((await board())['To do']).toEqual(['b', 'z', 'a', 'c'])
  // Each by its own landmark, if there is one.
  await client.setColumn({ ...column, card_ids: ids('c', 'b', 'z'), moved: ids('c', 'z'), at_end: true })
  expect((await board())['To do']).toEqual(['b', 'z', 'a', 'c'])
  await client.setColumn({ ...column, card_ids: ids('z'), moved: ids('z'), at_end: false })
  expect((await board())['To do']).toEqual(['z', 'b', 'a', 'c'])
})
