import { describe, expect, test } from 'vitest'
import { Replica } from '../../support/service/replica.ts'
import { times } from '../../support/service/sending.ts'
import { accountOf, newcomer, nothing } from './people.ts'

describe('everything', () => {
  test('is what there is without a number, and nothing of it is in the bin', async () => {
    const ada = await newcomer()
    expect(await ada.client.changes()).toEqual({ seq: 0, more: false, set_backs: [], ...nothing })
    const { id, doing } = await ada.project()
    const [a, b] = [await ada.card('a', id), await ada.card('b')]
    await ada.client.setColumn({ ...doing, card_ids: [a.id] })
    await ada.client.removeCard({ id: b.id })
    await ada.card('c')
    const changes = await ada.client.changes()
    expect([changes.seq, changes.more, changes.positions, changes.deleted]).toEqual([6, false, [], []])
    expect(Replica.of(changes).state).toEqual(await accountOf(ada))
    // A state from before the account's first change is where everything is new.
    expect(Replica.of(await ada.client.changes({ since: 0 })).state).toEqual(await accountOf(ada))
  })

  test('is one state, however much is written meanwhile', async () => {
    const ada = await newcomer()
    const { id } = await ada.project()
    const writing = (async () => {
      for (let round = 0; round < 25; round++) {
        const { card } = await ada.client.addProjectCard({ project_id: id, text: `${round}`, position: 0 })
        if (round % 3 === 0) await ada.client.editCard({ id: card.id, complete: true })
      }
      return 'done'
    })()
    let isDone = false
    void writing.then(() => {
      isDone = true
    })
    while (!isDone) {
      const { seq, cards, projects } = await ada.client.changes()
      const [project] = projects
      expect(project?.card_count).toBe(cards.length)
      expect(project?.completed_card_count).toBe(cards.filter(({ complete }) => complete).length)
      expect(Math.max(1, ...cards.map(({ revision }) => revision))).toBe(seq)
      expect(cards.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
        times(cards.length, (n) => n),
      )
    }
    expect(await writing).toBe('done')
  })
})
