import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { exportAccount } from '../../src/server/transfer/export-account.ts'
import { fillInbox } from '../support/service/filling.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { sender, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

/** A project with cards in all its columns, an inbox, and a bin. */
async function furnish(client: Client) {
  const { project } = await client.addProject({ title: 'Garden 🪴' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const [, doing, done] = statuses
  const add = async (text: string) => (await client.addProjectCard({ project_id: project.id, text })).card.id
  const [first, second, third, gone] = [
    await add('Weed'),
    await add('Dig'),
    await add('Sow'),
    await add('Gone'),
  ]
  await client.setColumn({ project_id: project.id, status_id: doing?.id ?? '', card_ids: [third, first] })
  await client.setColumn({ project_id: project.id, status_id: done?.id ?? '', card_ids: [second] })
  await client.editCard({ id: second, complete: true })
  await client.removeCard({ id: gone })
  await client.addProject({ title: 'Empty' })
  const { project: deleted } = await client.addProject({ title: 'Deleted' })
  await client.removeProject({ project_id: deleted.id })
  await client.addInboxCard({ text: 'Last\nwith notes' })
  await client.addInboxCard({ text: 'First', position: 0 })
}

const card = (text: string, complete = false) => ({ text, complete, created_at: expect.any(String) })

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

  test('is saved under a name with the day, and nowhere else', async () => {
    const { token } = await inboard.signIn()
    const { headers } = await inboard.request('GET', '/api/export', { token })
    const day = new Date(inboard.clock.now()).toISOString().slice(0, 10)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="inboard-${day}.json"`)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is for whoever is signed in, and for no API token', async () => {
    const { client } = await inboard.signIn()
    for (const scope of ['capture', 'read', 'write'] as const) {
      const { token } = await client.makeApiToken({ label: scope, scope })
      expect(await codeOfRefusal(inboard.client(token).exportAccount())).toBe('scope_insufficient')
    }
    expect(await codeOfRefusal(inboard.client().exportAccount())).toBe('unauthenticated')
  })

  test('has nothing of anybody else', async () => {
    const [one, other] = [await inboard.signIn(), await inboard.signIn()]
    await furnish(one.client)
    await other.client.addInboxCard({ text: 'Mine' })
    expect(await other.client.exportAccount()).toMatchObject({ projects: [], inbox: [{ text: 'Mine' }] })
  })

  test('of a large account is made like that of a small one, and compressed for whoever wants it', async () => {
    const person = await inboard.signIn()
    await fillInbox(inboard, person, 1200, 'Grüne Äpfel 🍎')
    const answer = await sender(inboard, person.token)('GET /api/export', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="inboard-/)
    expect(answer.body.inbox).toHaveLength(1201)
    expect(answer.body.inbox.at(-1)).toEqual(card('Grüne Äpfel 🍎'))
    expect(answer.body.email).toBe(person.user.email)
  })

  test.each(['small', 'large'])(
    'of a %s account is as it was at one moment, while cards move',
    async (size) => {
      const person = await inboard.signIn()
      const { client } = person
      if (size === 'large') await fillInbox(inboard, person, 1200)
      const columns = [{ project_id: null as string | null, status_id: null as string | null }]
      for (const title of ['One', 'Two']) {
        const { project } = await client.addProject({ title })
        const { statuses } = await client.listStatuses({ project_id: project.id })
        columns.push(...statuses.map(({ id }) => ({ project_id: project.id, status_id: id })))
      }
      const { card: moving } = await client.addInboxCard({ text: 'Moving' })
      let isOver = false
      const moves = (async () => {
        for (let count = 0; !isOver; count++)
          await client.setColumn({
            ...(columns[count % columns.length] ?? { project_id: null, status_id: null }),
            card_ids: [moving.id],
            moved: [moving.id],
          })
      })()
      const exports = await Promise.all(times(size === 'large' ? 6 : 30, () => client.exportAccount()))
      isOver = true
      await moves
      for (const whole of exports) expect(JSON.stringify(whole).split('"Moving"')).toHaveLength(2)
    },
  )

  test('can be made without HTTP', async () => {
    const { client, user } = await inboard.signIn()
    await furnish(client)
    const { exported_at: _one, ...byHttp } = await client.exportAccount()
    const { exported_at: _other, ...direct } = await exportAccount(inboard.world, user.id)
    expect(direct).toEqual(byHttp)
  })
})
