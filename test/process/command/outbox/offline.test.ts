import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newConnections } from './connection.ts'

const at = newConnections()

describe('without a network', () => {
  test('waiting cards are sent once, in order, by the next command that reaches the server', async () => {
    await at.network.goDown()
    for (const text of ['One', 'Two']) {
      const { code, told, complaint } = await at.shell.run(['add', text])
      expect([code, told]).toEqual([0, ''])
      expect(complaint).toMatch(/cannot be reached: .+ The card is saved on this machine/)
    }
    // Only the person can read it.
    expect(statSync(at.folder).mode & 0o777).toBe(0o700)
    const kept = at.files().map((file) => join(at.folder, file))
    for (const file of kept) expect(statSync(file).mode & 0o777).toBe(0o600)
    const ids = kept.map((file) => JSON.parse(readFileSync(file, 'utf8')).cards[0].id)
    expect((await at.shell.run(['add'], { input: 'Three\nFour' })).complaint).toContain(
      'The 2 cards are saved',
    )
    const [waiting, refused] = await Promise.all([at.shell.does('outbox'), at.shell.refuses('ls')])
    expect(waiting).toMatch(/^1 card for Inbox, waiting for the server\n {2}One\n/)
    expect(refused).toContain('cannot be reached')
    expect(await at.texts()).toEqual([])

    await at.network.comeBack()
    const { told, complaint } = await at.shell.run(['add', 'Five'])
    expect(told).toMatch(/^Added to the inbox: \w+ {2}Five\n$/)
    expect(complaint).toBe('Sent 4 cards that were waiting.\n')
    expect(await at.texts()).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
    expect(await at.shell.run(['ls'])).toMatchObject({ code: 0, complaint: '' })
    const sent = (await at.client.listInboxCards()).cards
    expect(sent).toHaveLength(5)
    // The key of a kept card is the id that it gets.
    expect(
      sent
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort())
    expect(at.files()).toEqual([])
  })

  test('the project is looked up when a card is sent, and a missing one loses nothing', async () => {
    await at.client.addProject({ title: 'Garden' })
    await at.network.goDown()
    await Promise.all([
      at.shell.run(['add', 'Sow', '--project', 'gard', '--to', 'doing']),
      at.shell.run(['add', 'Paint', '--project', 'House']),
      at.shell.run(['add', 'Milk']),
    ])
    await at.network.comeBack()
    const { complaint, told } = await at.shell.run(['ls', 'garden', 'doing'])
    expect(told).toContain('Sow')
    expect(complaint).toContain('No project matches "House"')
    expect(await at.texts()).toEqual(['Milk'])
    expect(await at.shell.does('outbox')).toMatch(
      /^1 card for House, refused: No project matches "House".+ {2}Paint\n/s,
    )
    expect((await at.shell.run(['ls'])).complaint).toBe('')
    await at.client.addProject({ title: 'House' })
    await at.shell.does('outbox', '--retry')
    expect(await at.shell.does('ls', 'house')).toContain('Paint')
    expect(at.files()).toEqual([])
  })

  test('undo withdraws unsent cards', async () => {
    await at.network.goDown()
    await at.shell.run(['add', 'One'])
    await at.shell.run(['add', 'Two'])
    expect(await at.shell.does('undo')).toBe('Undone: adding "Two", which had not been sent yet\n')
    await at.network.comeBack()
    await at.shell.does('ls')
    expect(await at.texts()).toEqual(['One'])
    await at.shell.does('undo')
    expect(await at.texts()).toEqual([])
  })

  test('a page that is not Inboard receives nothing', async () => {
    at.network.state = 'is a hotel'
    const { code, complaint } = await at.shell.run(['add', 'Milk'])
    expect(code).toBe(1)
    expect(complaint).toContain('redirects to http://hotel.example.')
    expect(complaint).toContain('The card is saved')
    await at.network.comeBack()
    await at.shell.does('ls')
    expect(await at.texts()).toEqual(['Milk'])
  })
})
