import { describe, expect, test } from 'vitest'
import { addAll, newcomer, noCards, noText } from '../../api/limits/people.ts'
import { times } from '../../support/service/sending.ts'

describe('the bin', () => {
  test('counts, and gives way: the oldest things go, and no more of them than it takes', async () => {
    const person = await newcomer()
    await addAll(person, ['a', 'b', 'c', 'd'], true)
    await addAll(
      person,
      times(6, () => 'x'),
    )
    expect(await person.bin()).toEqual(['d', 'c', 'b', 'a'])
    expect((await person.add('y')).outcome).toBe('201')
    expect(await person.bin()).toEqual(['d', 'c', 'b'])
    await addAll(person, ['y', 'y', 'y'])
    expect(await person.bin()).toEqual([])
    expect((await person.add('y')).outcome).toBe(noCards)
    await person.expectExact()
  })

  test('gives way to text as well, by a new card, an edit, a title', async () => {
    const person = await newcomer()
    await addAll(person, ['a'.repeat(20), 'b'.repeat(10), 'c'.repeat(10), 'd'.repeat(10)], true)
    const [id = ''] = await addAll(person, ['x'.repeat(50)])
    expect((await person.add('y'.repeat(11))).outcome).toBe('201')
    expect((await person.bin()).map((text) => text?.[0])).toEqual(['d', 'c', 'b'])
    expect(await person.edit(id, { text: 'x'.repeat(60) })).toBe('200')
    expect((await person.bin()).map((text) => text?.[0])).toEqual(['d', 'c'])
    const { project } = await person.client.addProject({ title: 't'.repeat(10) })
    expect((await person.bin()).map((text) => text?.[0])).toEqual(['d'])
    await person.client.renameProject({ project_id: project.id, title: 't'.repeat(20) })
    expect(await person.bin()).toEqual([])
    await person.expectExact()
  })

  test('loses nothing for a write that is refused all the same', async () => {
    const person = await newcomer()
    await addAll(person, ['a', 'b'], true)
    const [id = ''] = await addAll(person, ['x'.repeat(90)])
    expect((await person.add('y'.repeat(11))).outcome).toBe(noText)
    expect(await person.edit(id, { text: 'x'.repeat(101) })).toBe(noText)
    expect(await person.bin()).toEqual(['b', 'a'])
    // Of the cards there are not too many, but what is refused for its text takes none of them.
    await addAll(
      person,
      times(7, () => 'z'),
    )
    expect((await person.add('y'.repeat(11))).outcome).toBe(noText)
    expect(await person.bin()).toEqual(['b', 'a'])
    await person.expectExact()
  })

  test('gives up a whole project, with its cards, if that is what is oldest', async () => {
    const person = await newcomer()
    const { client } = person
    const { project } = await client.addProject({ title: 'Garden' })
    for (const text of ['p', 'q', 'r']) await client.addProjectCard({ project_id: project.id, text })
    await client.removeProject({ project_id: project.id })
    await addAll(person, ['a'], true)
    await addAll(
      person,
      times(6, () => 'x'),
    )
    expect((await person.add('y')).outcome).toBe('201')
    expect(await person.bin()).toEqual(['a'])
    await person.expectExact()
  })

  test('is moved out of by restoring, which is never refused for a limit', async () => {
    const person = await newcomer()
    const [id = ''] = await addAll(person, ['a'.repeat(30)], true)
    await addAll(
      person,
      times(9, () => 'x'),
    )
    await person.client.restore({ id })
    await person.expectExact()
    expect((await person.add('y')).outcome).toBe(noCards)
    await person.client.removeCard({ id })
    await person.client.purge({ id })
    await person.expectExact()
    expect((await person.add('y')).outcome).toBe('201')
  })
})
