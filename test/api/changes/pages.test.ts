import { describe, expect, test } from 'vitest'
import { fillInbox } from '../../support/service/filling.ts'
import { inboard } from '../../support/service/shared.ts'
import { accountOf, newcomer, readAll } from './people.ts'

async function withManyCards(count: number) {
  const ada = await newcomer()
  await fillInbox(inboard, ada, count)
  return ada
}

describe('pages', () => {
  test('follow one another until there is no more, and add up to exactly the account', async () => {
    const ada = await withManyCards(2100)
    const { pages, replica } = await readAll(ada, 0)
    expect(pages.map(({ more }) => more)).toEqual([true, true, false])
    expect(pages.map(({ seq }) => seq)).toEqual([1000, 2000, 2101])
    expect(replica.state).toEqual(await accountOf(ada))
    for (const { cards, seq } of pages)
      for (const { revision } of cards) expect(revision).toBeLessThanOrEqual(seq)
  })

  test('never split a number', async () => {
    const ada = await withManyCards(1100)
    const before = await ada.seq()
    // One change that renumbers more cards than a page holds.
    const { card } = await ada.client.addInboxCard({ text: 'new', position: 0 })
    const whole = await ada.client.changes({ since: before })
    expect([whole.more, whole.cards.length, whole.positions.length]).toEqual([false, 1, 1101])
    await ada.client.editCard({ id: card.id, text: 'edited' })
    const first = await ada.client.changes({ since: before })
    expect([first.seq, first.more, first.positions.length]).toEqual([before + 1, true, 1101])
    const { replica } = await readAll(ada, 0)
    expect(replica.state).toEqual(await accountOf(ada))
  })

  test('have the statuses of a project that is on a later page, because it was renamed', async () => {
    const ada = await newcomer()
    const { id } = await ada.project('early')
    await fillInbox(inboard, ada, 1050)
    await ada.client.renameProject({ project_id: id, title: 'late' })
    const { pages, replica } = await readAll(ada, 0)
    expect(pages.map(({ projects }) => projects.length)).toEqual([0, 1])
    expect(replica.state).toEqual(await accountOf(ada))
  })

  test('list what was deleted, too', async () => {
    const ada = await withManyCards(1050)
    const replica = (await readAll(ada, 0)).replica
    const before = await ada.seq()
    const { id, todo } = await ada.project()
    const { cards } = await ada.client.listInboxCards()
    await ada.client.setColumn({ ...todo, card_ids: cards.map((card) => card.id) })
    await ada.client.removeProject({ project_id: id })
    await ada.card('last')
    const { pages } = await readAll(ada, before, replica)
    expect(pages.flatMap(({ deleted }) => deleted)).toHaveLength(1052)
    expect(replica.state).toEqual(await accountOf(ada))
  })
})
