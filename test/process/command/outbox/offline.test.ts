import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newConnections } from './connection.ts'

const at = newConnections()

describe('without a network', () => {
  test('cards are kept, and sent in order by the next command that reaches the server, once', async () => {
    await at.network.goDown()
    for (const text of ['One', 'Two']) {
      const { code, told, complaint } = await at.shell.run(['add', text])
      expect([code, told]).toEqual([0, ''])
      expect(complaint).toMatch(/cannot be reached: .+ The card is kept on this machine/)
    }
    // Only the person can read it.
    expect(statSync(at.folder).mode & 0o777).toBe(0o700)
    const kept = at.files().map((file) => join(at.folder, file))
    for (const file of kept) expect(statSync(file).mode & 0o777).toBe(0o600)
    const ids = kept.map((file) => JSON.parse(readFileSync(file, 'utf8')).cards[0].id)
    expect((await at.shell.run(['add'], { input: 'Three\nFour' })).complaint).toContain(
      'The 2 cards are kept',
    )
    const [waiting, refused] = await Promise.all([at.shell.does('outbox'), at.shell.refuses('ls')])
    expect(waiting).toMatch(/^1 card for Inbox, waiting for the server\n {2}One\n/)
    expect(refused).toContain('cannot be reached')
    expect(await at.texts()).toEqual([])

    await at.network.comeBack()
    const { told, complaint } = await at.shell.run(['add', 'Five'])
    expect(told).toMatch(/^Added to the inbox: \w+ {2}Five\n$/)
    expect(complaint).toBe('4 cards that had been kept are sent now.\n')
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

  test('a project is looked up when the card is sent, and what is not there loses nothing', async () => {
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
    expect(complaint).toContain('There is no project called "House"')
    expect(await at.texts()).toEqual(['Milk'])
    expect(await at.shell.does('outbox')).toMatch(
      /^1 card for House, refused: There is no project called "House".+ {2}Paint\n/s,
    )
    expect((await at.shell.run(['ls'])).complaint).toBe('')
    await at.client.addProject({ title: 'House' })
    await at.shell.does('outbox', '--retry')
    expect(await at.shell.does('ls', 'house')).toContain('Paint')
    expect(at.files()).toEqual([])
  })

  test('undo forgets what was not sent yet', async () => {
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

  test('a page that is not Inboard takes nothing', async () => {
    at.network.state = 'is a hotel'
    const { code, complaint } = await at.shell.run(['add', 'Milk'])
    expect(code).toBe(1)
    expect(complaint).toContain('sends everybody on to http://hotel.example.')
    expect(complaint).toContain('The card is kept')
    await at.network.comeBack()
    await at.shell.does('ls')
    expect(await at.texts()).toEqual(['Milk'])
  })
})
