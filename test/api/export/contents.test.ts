import { describe, expect, test } from 'vitest'
import { exportAccount } from '../../../src/server/transfer/export-account.ts'
import { inboard } from '../../support/service/shared.ts'
import { card, furnish } from './furnished.ts'

describe('an export', () => {
  test('has all projects and cards in their order, and nothing of the bin', async () => {
    const { client, user } = await inboard.signIn()
    await furnish(client)
    const before = inboard.clock.now()
    const { exported_at, ...rest } = await client.exportAccount()
    expect(Date.parse(exported_at)).toBeGreaterThanOrEqual(before)
    expect(rest).toEqual({
      format: 'inboard',
      version: 1,
      email: user.email,
      projects: [
        {
          title: 'Garden 🪴',
          created_at: (await client.listProjects()).projects[0]?.created_at,
          statuses: [
            { name: 'To do', cards: [] },
            { name: 'Doing', cards: [card('Sow'), card('Weed')] },
            { name: 'Done', cards: [card('Dig', true)] },
          ],
        },
        {
          title: 'Empty',
          created_at: expect.any(String),
          statuses: ['To do', 'Doing', 'Done'].map((name) => ({ name, cards: [] })),
        },
      ],
      inbox: [card('First'), card('Last\nwith notes')],
    })
    const { cards } = await client.listInboxCards()
    expect(rest.inbox.map(({ created_at }) => created_at)).toEqual(cards.map(({ created_at }) => created_at))
  })

  test('of an empty account is empty', async () => {
    const { client } = await inboard.signIn()
    expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })
  })

  test('has nothing of anybody else', async () => {
    const [one, other] = [await inboard.signIn(), await inboard.signIn()]
    await furnish(one.client)
    await other.client.addInboxCard({ text: 'Mine' })
    expect(await other.client.exportAccount()).toMatchObject({ projects: [], inbox: [{ text: 'Mine' }] })
  })

  test('can be made without HTTP', async () => {
    const { client, user } = await inboard.signIn()
    await furnish(client)
    const { exported_at: _one, ...byHttp } = await client.exportAccount()
    const { exported_at: _other, ...direct } = await exportAccount(inboard.world, user.id)
    expect(direct).toEqual(byHttp)
  })
})
