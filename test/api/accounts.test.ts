import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../support/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

describe('signing in by link', () => {
  test('a new address gets an account, verified when its link is opened', async () => {
    const { user, client } = await inboard.signIn('ada@example.com')
    expect(user).toMatchObject({
      email: 'ada@example.com',
      email_verified: true,
      pending_email: null,
      has_passkey: false,
    })
    expect(await client.readMe()).toEqual({ user })
    const { project } = await client.addProject({ title: ' Garden ' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'Weed' })
    expect((await client.listProjects()).projects[0]).toMatchObject({ card_count: 1, title: 'Garden' })
    await client.setColumn({ project_id: null, status_id: null, card_ids: [card.id] })
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })
})
