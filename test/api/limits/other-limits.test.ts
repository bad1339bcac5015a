import { afterAll, describe, expect, test } from 'vitest'
import { outsider } from '../../support/databases/engine.ts'
import { inboard } from '../../support/service/clocked.ts'
import { addAll, many, newcomer, noCards, noText } from './people.ts'

/** As if it had been started again with other limits. */
const limit = (maxCards: number, maxText: number) =>
  Object.assign(inboard.world.config, { maxCards, maxText })
const { maxCards, maxText } = inboard.world.config
afterAll(() => limit(maxCards, maxText))

describe('an account that has more than is allowed', () => {
  test('works as before, but does not grow', async () => {
    const person = await newcomer(inboard)
    const { client } = person
    const { project } = await client.addProject({ title: 'Garden' })
    const [first = '', second = '', third = ''] = await addAll(person, many(15, 'x'.repeat(20)))
    const { statuses } = await client.listStatuses({ project_id: project.id })
    limit(5, 50)
    const target = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
    expect((await person.add('y')).outcome).toBe(noCards)
    expect(await person.edit(first, { text: 'x'.repeat(21) })).toBe(noText)
    expect(await person.edit(first, { text: 'y'.repeat(20), complete: true })).toBe('200')
    expect(await person.edit(first, { text: 'short' })).toBe('200')
    await client.setColumn({ ...target, card_ids: [first, second] })
    await client.renameProject({ project_id: project.id, title: 'Yard' })
    await client.removeCard({ id: third })
    await client.restore({ id: third })
    await client.removeProject({ project_id: project.id })
    await client.restore({ id: project.id })
    expect((await person.add('y')).outcome).toBe(noCards)
    await person.expectExact()
  })

  test('has no limit where it is 0', async () => {
    limit(0, 0)
    const person = await newcomer(inboard)
    const [id = ''] = await addAll(person, many(3))
    const stranger = await outsider(inboard.world.config.database)
    await stranger.run(
      `update counters set cards = 1000000000, bytes = 1000000000000 where owner_id = '${person.user.id}'`,
    )
    await stranger.close()
    expect((await person.add('x')).outcome).toBe('201')
    expect(await person.edit(id, { text: 'longer' })).toBe('200')
  })
})
