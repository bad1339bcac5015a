import { describe, expect, test } from 'vitest'
import { ids, inbox, newcomer, nothing } from './people.ts'

describe('what has changed', () => {
  test('is each thing once, as it is now', async () => {
    const { client, news, card, project } = await newcomer()
    const a = await card('a')
    const { id, statuses, project: made } = await project()
    expect(await news()).toEqual({
      ...nothing,
      seq: 2,
      more: false,
      projects: [made],
      statuses: expect.toSatisfy((given) => ids(given).join() === ids(statuses).join()),
      cards: [a],
    })
    await client.editCard({ id: a.id, text: 'aa' })
    const { card: edited } = await client.editCard({ id: a.id, text: 'aaa' })
    expect(await news()).toEqual({ ...nothing, seq: 4, more: false, cards: [edited] })
    const { project: renamed } = await client.renameProject({ project_id: id, title: 'Yard' })
    expect(await news()).toEqual({ ...nothing, seq: 5, more: false, projects: [renamed] })
    expect(await news()).toEqual({ ...nothing, seq: 5, more: false })
  })

  test('is a position where only the rank has changed, and a card where more has', async () => {
    const { client, news, card } = await newcomer()
    const [a, b, c] = [await card('a'), await card('b'), await card('c')]
    await news()
    await client.setColumn({ ...inbox, card_ids: [c.id], moved: [c.id] })
    const moved = await news()
    expect(moved).toEqual({ ...nothing, seq: 4, more: false, positions: expect.any(Array) })
    expect(new Map(moved.positions.map(({ id, position }) => [id, position]))).toEqual(
      new Map([
        [c.id, 0],
        [a.id, 1],
        [b.id, 2],
      ]),
    )
    const { card: first } = await client.addInboxCard({ text: 'first', position: 0 })
    const added = await news()
    expect([added.cards, ids(added.positions)]).toEqual([[first], ids([a, b, c])])
    const { card: edited } = await client.editCard({ id: a.id, position: 9 })
    expect(await news()).toEqual({ ...nothing, seq: 6, more: false, cards: [edited] })
    await client.removeCard({ id: first.id })
    const removed = await news()
    expect(removed.deleted).toEqual([{ kind: 'card', id: first.id }])
    expect([ids(removed.positions), removed.cards]).toEqual([ids([a, b, c]), []])
    // Edited and then renumbered: it is a card, with the position of now.
    await client.editCard({ id: b.id, text: 'bb' })
    await client.setColumn({ ...inbox, card_ids: [b.id] })
    const both = await news()
    expect(both.cards).toEqual([(await client.readCard({ id: b.id })).card])
    expect(ids(both.positions)).not.toContain(b.id)
  })

  test('is nothing of what has come and gone meanwhile but its deletion', async () => {
    const { client, news, card } = await newcomer()
    await news()
    const x = await card('x')
    await client.removeCard({ id: x.id })
    expect(await news()).toEqual({ ...nothing, seq: 2, more: false, deleted: [{ kind: 'card', id: x.id }] })
  })

  test('is a number with nothing in it where the bin is purged', async () => {
    const { client, news, card } = await newcomer()
    for (const text of ['x', 'y']) await client.removeCard({ id: (await card(text)).id })
    await news()
    const [item] = (await client.listBin()).items
    await client.purge({ id: item?.id ?? '' })
    expect(await news()).toEqual({ ...nothing, seq: 5, more: false })
    await client.emptyBin()
    expect(await news()).toEqual({ ...nothing, seq: 6, more: false })
  })

  test('is nobody else’s', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const { id } = await ada.project()
    await ada.client.removeCard({ id: (await ada.card('x', id)).id })
    await bob.card('his')
    const { cards, projects, statuses, deleted } = await bob.client.changes({ since: 0 })
    expect([cards.length, projects, statuses, deleted]).toEqual([1, [], [], []])
  })
})
