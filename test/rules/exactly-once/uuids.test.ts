import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { missing, newcomer } from '../../api/exactly-once/people.ts'

describe('a key that is a UUID', () => {
  test('is the id of the new card or project, whatever its version', async () => {
    const { send, client } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const uuids = [
      randomUUID(),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      '01890000-0000-7000-8000-0000000000aa',
    ]
    for (const key of uuids) {
      const { body, headers } = await send('POST /api/inbox/cards', { body: { text: 'x' }, key })
      expect([body.card.id, headers.get('location')]).toEqual([key, `/api/cards/${key}`])
      expect((await client.readCard({ id: key })).card).toEqual(body.card)
    }
    const inProject = randomUUID()
    const added = await send(`POST /api/projects/${project.id}/cards`, {
      body: { text: 'x' },
      key: inProject,
    })
    expect(added.body.card.id).toBe(inProject)
    const ofProject = randomUUID()
    const { body } = await send('POST /api/projects', { body: { title: 'Q', id: missing }, key: ofProject })
    expect(body.project.id).toBe(ofProject)
    expect((await client.listStatuses({ project_id: ofProject })).statuses).toHaveLength(3)
  })

  test('and what is none, in upper case or in braces, or an id in the body, is not', async () => {
    const { send } = await newcomer()
    const id = randomUUID()
    for (const key of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`, `${id}0`]) {
      const { body } = await send('POST /api/inbox/cards', { body: { text: 'x', id }, key })
      expect(body.card.id).not.toBe(id)
      expect(body.card.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    }
  })

  test('is refused if the account has it already, there, in the bin or among the deleted', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'x' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const taken = async (...ids: string[]) => {
      const present = await seq()
      for (const key of ids) {
        for (const [call, body] of [
          ['POST /api/inbox/cards', { text: 'y' }],
          ['POST /api/projects', { title: 'y' }],
        ] as const)
          expect([call, key, (await send(call, { body, key })).outcome]).toEqual([call, key, '409 id_taken'])
      }
      expect(await seq()).toBe(present)
    }
    const ids = [project.id, card.id, statuses[0]?.id ?? '']
    await taken(...ids)
    // A missing project comes before that.
    expect(
      (await send(`POST /api/projects/${missing}/cards`, { body: { text: 'y' }, key: card.id })).outcome,
    ).toBe('404 not_found')
    await client.removeProject({ project_id: project.id })
    await taken(...ids)
    await client.emptyBin()
    await taken(project.id, card.id)
    const { card: single } = await client.addInboxCard({ text: 'x' })
    await client.removeCard({ id: single.id })
    await taken(single.id)
  })

  test('may be the id of something that another account has', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const [key, ofProject] = [randomUUID(), randomUUID()]
    for (const { send } of [ada, bob]) {
      expect((await send('POST /api/projects', { body: { title: 'P' }, key: ofProject })).outcome).toBe('201')
      expect(
        (await send(`POST /api/projects/${ofProject}/cards`, { body: { text: 'x' }, key })).outcome,
      ).toBe('201')
    }
    await ada.client.editCard({ id: key, text: 'hers' })
    expect((await bob.client.readCard({ id: key })).card).toMatchObject({ text: 'x', owner_id: bob.user.id })
    await ada.client.removeProject({ project_id: ofProject })
    expect((await bob.client.listProjectCards({ project_id: ofProject })).cards).toHaveLength(1)
    await bob.client.removeCard({ id: key })
    await ada.client.restore({ id: ofProject })
    expect((await ada.client.readCard({ id: key })).card).toMatchObject({
      text: 'hers',
      owner_id: ada.user.id,
    })
    expect((await bob.client.listBin()).items.map(({ id }) => id)).toEqual([key])
  })
})
