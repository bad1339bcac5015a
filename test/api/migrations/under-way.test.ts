import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engine, type Outsider, outsider } from '../../support/databases/engine.ts'
import {
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../../support/service/inboard.ts'
import { newest } from './later-migrations.ts'

describe('while the schema moves on under a running instance', () => {
  let inboard: TestInboard
  let person: SignedIn
  let other: Outsider

  beforeAll(async () => {
    inboard = await startTestInboard()
    person = await inboard.signIn()
    other = await outsider(inboard.world.config.database)
  })
  afterAll(async () => {
    await other.close()
    await inboard.stop()
  })

  const statusOf = async (method: string, path: string, body?: object) =>
    (await inboard.request(method, path, { token: person.token, ...(body && { body }) })).status
  const add = (text: string) => statusOf('POST', '/api/inbox/cards', { text })
  const texts = async () => (await person.client.listInboxCards()).cards.map(({ text }) => text)

  test('no endpoint writes to an unknown schema, and reads continue', async () => {
    const { card } = await person.client.addInboxCard({ text: 'Before' })
    const { project } = await person.client.addProject({ title: 'Garden' })
    await other.run(`insert into migrations (name) values ('9999-unknown.sql')`)

    const order = { project_id: null, status_id: null, card_ids: [card.id] }
    expect(await add('Never')).toBe(503)
    expect(await statusOf('PATCH', `/api/cards/${card.id}`, { text: 'Never' })).toBe(503)
    expect(await statusOf('PUT', '/api/cards/order', order)).toBe(503)
    expect(await statusOf('DELETE', `/api/cards/${card.id}`)).toBe(503)
    expect(await statusOf('PATCH', `/api/projects/${project.id}`, { title: 'Never' })).toBe(503)
    expect(await statusOf('DELETE', `/api/projects/${project.id}`)).toBe(503)
    expect(await statusOf('POST', '/api/email/change', { email: 'new@example.com' })).toBe(503)
    expect(await statusOf('POST', '/api/passkeys/options')).toBe(503)
    expect(await statusOf('POST', '/api/auth/magic-link', { email: 'new@example.com' })).toBe(503)
    expect(await statusOf('GET', '/readyz')).toBe(503)
    expect(await texts()).toEqual(['Before'])
    expect((await person.client.listProjects()).projects).toMatchObject([{ title: 'Garden' }])

    await other.run(`delete from migrations where name = '9999-unknown.sql'`)
    expect(await add('Afterwards')).toBe(201)
    expect(await statusOf('GET', '/readyz')).toBe(200)
  })

  test.each([
    [newest, 201],
    ['0013-oauth.sql', 201],
    ['9998-what-it-does-not-know.sql', 503],
  ])('a migration that can run beside %s lets it write or not: %i', async (beside, expected) => {
    const { card } = await person.client.addInboxCard({ text: 'To be edited' })
    await other.run(`insert into migrations (name) values ('9999-known.sql')`)
    await other.run(`insert into side_by_side (migration, beside) values ('9999-known.sql', '${beside}')`)
    expect(await add('Beside')).toBe(expected)
    const edited = await statusOf('PATCH', `/api/cards/${card.id}`, { text: 'Edited beside' })
    expect(edited).toBe(expected === 201 ? 200 : 503)
    expect((await texts()).includes('Edited beside')).toBe(expected === 201)
    expect(await statusOf('GET', '/readyz')).toBe(expected === 201 ? 200 : 503)
    await other.run(`delete from side_by_side; delete from migrations where name = '9999-known.sql'`)
    await person.client.removeCard({ id: card.id })
  })

  test('a write that waited for a migration sees the new schema', async () => {
    const { card } = await person.client.addInboxCard({ text: 'Unedited' })
    const before = await texts()
    await other.run(engine === 'sqlite' ? 'begin immediate' : 'begin; lock table migrations')
    const edit = statusOf('PATCH', `/api/cards/${card.id}`, { text: 'Never' })
    const writes = Promise.all([add('Waiting'), add('Waiting too'), edit])
    // Its reads go on meanwhile.
    expect(await texts()).toEqual(before)
    await other.run(`insert into migrations (name) values ('9999-unknown.sql'); commit`)
    expect(await writes).toEqual([503, 503, 503])
    await other.run(`delete from migrations where name = '9999-unknown.sql'`)
    await eventually(async () => (await add('Afterwards')) === 201 || undefined, 'writes to be taken again')
    expect(await texts()).toEqual([...before, 'Afterwards'])
  })
})
