import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/service/inboard.ts'
import { newConnections } from './connection.ts'

const at = newConnections()

describe('a card that the server refuses', () => {
  test('is reported and kept, and does not block others', async () => {
    const long = 'x'.repeat(2001)
    const { code, told, complaint } = await at.shell.run(['add'], { input: `Before\n${long}\nAfter` })
    expect(code).toBe(1)
    expect(told).toContain('Added to the inbox:')
    expect(complaint).toMatch(/^Not added: Text must .+2,?000.+ The text is saved, see "inboard outbox"/)
    expect(await at.texts()).toEqual(['Before', 'After'])
    const [{ cards, refused }] = (await at.shell.json('outbox')).waiting
    expect(cards).toMatchObject([{ text: long }])
    expect(refused).toContain('Text must')
    expect(await at.shell.run(['ls'])).toMatchObject({ code: 0, complaint: '' })
    await at.shell.does('undo')
    expect(await at.texts()).toEqual([])
    expect(await at.shell.does('outbox', '--drop')).toBe('Nothing is waiting to be sent.\n')
  })

  test('because its project was deleted while it was typed, is kept', async () => {
    const { project } = await at.client.addProject({ title: 'Garden' })
    const before = at.network.answered.length
    const child = at.shell.start(['add', '--project', 'Garden'])
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await eventually(
      () => at.network.answered.slice(before).some((path) => path.startsWith('/api/projects')) || undefined,
      'the project to be found',
    )
    await at.client.removeProject({ project_id: project.id })
    child.stdin.end('Sow\n')
    await ended
    expect(child.exitCode).toBe(1)
    expect(await at.shell.does('outbox')).toContain('Sow')
  })

  test('because the token was revoked, waits for the next login to the same account', async () => {
    await at.shell.does('add', 'Before')
    const [token] = (await at.client.listApiTokens()).api_tokens
    await at.client.revokeApiToken({ id: token?.id ?? '' })
    const { code, complaint } = await at.shell.run(['add', 'Milk'])
    expect(code).toBe(1)
    expect(complaint).toContain('does not accept your token')
    expect(complaint).toContain('The card is saved')
    const named = await at.shell.run(['add', 'Bread', '--project', 'inbox'])
    expect(named.code).toBe(1)
    expect(named.complaint).toContain('The card is saved')
    await at.shell.logIn(at.network.url, at.person)
    expect(await at.texts()).toEqual(['Before', 'Milk', 'Bread'])
    expect(at.files()).toEqual([])
  })

  test('because the token only reads, waits too; one that only captures adds many', async () => {
    await at.shell.does('add', 'Before')
    await at.shell.logIn(at.network.url, at.person, 'read')
    expect((await at.shell.run(['add', 'Milk'])).complaint).toContain('Your token does not allow this.')
    await at.shell.logIn(at.network.url, at.person, 'write')
    expect(await at.texts()).toEqual(['Before', 'Milk'])
    await at.shell.storeLogin(at.network.url, at.person, 'capture')
    await at.shell.run(['add'], { input: 'One\nTwo' })
    expect((await at.texts()).slice(-2)).toEqual(['One', 'Two'])
    expect(await at.shell.refuses('ls')).toContain('Your token does not allow this.')
  })
})
