import { describe, expect, test } from 'vitest'
import { addAll, many, newcomer, noCards } from '../../api/limits/people.ts'
import { tally, times } from '../../support/service/sending.ts'

describe('cards', () => {
  test('are as many as are allowed, and not one more; those that are refused take no number', async () => {
    const person = await newcomer()
    const { project } = await person.client.addProject({ title: 'P' })
    await addAll(person, many(10))
    const { seq } = await person.client.changes()
    expect((await person.add('x')).outcome).toBe(noCards)
    const path = `POST /api/projects/${project.id}/cards`
    expect((await person.send(path, { body: { text: 'x' } })).outcome).toBe(noCards)
    expect((await person.client.changes()).seq).toBe(seq)
    await person.expectExact()
  })

  test('of many that are added at once, exactly as many as fit are', async () => {
    const person = await newcomer()
    await addAll(person, ['a', 'b'])
    expect(tally(await Promise.all(times(30, () => person.add('x'))))).toEqual({ '201': 8, [noCards]: 22 })
    await person.expectExact()
  })

  test('in a batch are added until there is no more room', async () => {
    const person = await newcomer()
    const operations = times(12, () => ({ method: 'POST', path: '/api/inbox/cards', body: { text: 'x' } }))
    const { results } = await person.client.batch({ operations })
    expect(results.map(({ status }) => status)).toEqual([...times(10, () => 201), 409, 409])
    expect(results[11]?.body).toMatchObject({ code: 'card_limit_reached' })
    await person.expectExact()
  })
})

describe('a repetition', () => {
  test('of what was done is not refused, and does not count twice', async () => {
    const person = await newcomer()
    const first = await person.add('first', 'key')
    await addAll(
      person,
      times(9, () => 'x'),
    )
    const again = await person.add('first', 'key')
    expect([again.outcome, again.isReplay, again.body.card.id]).toEqual(['201', true, first.body.card.id])
    expect((await person.add('other', 'other-key')).outcome).toBe(noCards)
    await person.expectExact()
  })

  test('of what was refused is done once there is room', async () => {
    const person = await newcomer()
    const [id = ''] = await addAll(
      person,
      times(10, () => 'x'),
    )
    expect((await person.add('y', 'key')).outcome).toBe(noCards)
    await person.client.removeCard({ id })
    const later = await person.add('y', 'key')
    expect([later.outcome, later.isReplay]).toEqual(['201', false])
    await person.expectExact()
  })
})

test('what is missing, taken or changed meanwhile is refused before any limit', async () => {
  const person = await newcomer()
  const [id = ''] = await addAll(
    person,
    times(10, () => 'x'.repeat(10)),
  )
  const missing = { body: { text: 'x' } }
  const longer = { text: 'x'.repeat(50) }
  expect((await person.send('POST /api/projects/none/cards', missing)).outcome).toBe('404 not_found')
  expect((await person.add('x', id)).outcome).toBe('409 id_taken')
  const conditional = { body: longer, ifMatch: '"0"' }
  expect((await person.send(`PATCH /api/cards/${id}`, conditional)).outcome).toBe('412 changed_meanwhile')
  expect((await person.send('PATCH /api/cards/none', { body: longer })).outcome).toBe('404 not_found')
  await person.expectExact()
})
