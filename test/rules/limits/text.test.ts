import { describe, expect, test } from 'vitest'
import { addAll, newcomer, noText } from '../../api/limits/people.ts'
import { counts } from '../../support/service/counted.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { small } from '../../support/service/small.ts'

describe('text', () => {
  test('is counted in bytes of UTF-8, after trimming, to the byte', async () => {
    const person = await newcomer()
    await addAll(person, ['  ä🪴  ', 'é'.repeat(40)])
    expect(await counts(person, small)).toEqual(times(2, () => ({ cards: 2, bytes: 86 })))
    expect((await person.add('é'.repeat(8))).outcome).toBe(noText)
    expect((await person.add('é'.repeat(7))).outcome).toBe('201')
    expect((await person.add('x')).outcome).toBe(noText)
    await person.expectExact()
  })

  test('can grow up to the limit, and can always be shortened', async () => {
    const person = await newcomer()
    const [id = ''] = await addAll(person, ['x'.repeat(50), 'y'.repeat(40)])
    expect(await person.edit(id, { text: 'z'.repeat(61) })).toBe(noText)
    expect(await person.edit(id, { text: 'z'.repeat(60), complete: true })).toBe('200')
    expect(await person.edit(id, { text: `${'z'.repeat(59)}ä` })).toBe(noText)
    expect(await person.edit(id, { text: `${'z'.repeat(58)}ä` })).toBe('200')
    expect(await person.edit(id, { complete: false, position: 1 })).toBe('200')
    expect(await person.edit(id, { text: 'z' })).toBe('200')
    expect(await counts(person, small)).toEqual(times(2, () => ({ cards: 2, bytes: 41 })))
  })

  test('of titles counts too', async () => {
    const person = await newcomer()
    const title = 't'.repeat(60)
    const { project } = await person.client.addProject({ title })
    expect((await person.add('x'.repeat(41))).outcome).toBe(noText)
    await addAll(person, ['x'.repeat(40)])
    const rename = async (to: string) =>
      (await person.send(`PATCH /api/projects/${project.id}`, { body: { title: to } })).outcome
    expect(await rename(`${title}t`)).toBe(noText)
    expect((await person.send('POST /api/projects', { body: { title: 'u' } })).outcome).toBe(noText)
    expect(await rename('u'.repeat(59))).toBe('200')
    expect((await person.send('POST /api/projects', { body: { title: 'u' } })).outcome).toBe('201')
    await person.expectExact()
  })

  // Where there is plenty of room, an edit is counted by another statement.
  test.each([
    ['little', small],
    ['plenty of', inboard],
  ])('edited by many at once is counted exactly, with %s room', async (_how, at) => {
    const person = await newcomer(at)
    const ids = await addAll(person, ['a', 'b'])
    const lengths = times(40, (index) => 1 + ((index * 7) % 45))
    const outcomes = await Promise.all(
      lengths.map((length, index) => person.edit(ids[index % 2] ?? '', { text: 'ä'.repeat(length) })),
    )
    expect(outcomes.filter((outcome) => !['200', noText].includes(outcome))).toEqual([])
    await person.expectExact()
  })
})
