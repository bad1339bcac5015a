import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inboard } from '../../../support/service/shared.ts'
import { newConnections } from './connection.ts'

const at = newConnections()

test('cards are sent only to the account that they were written for', async () => {
  await at.shell.does('add', 'Before')
  await at.network.goDown()
  await at.shell.run(['add', 'Mine'])
  await at.network.comeBack()
  const other = await inboard.signIn()
  const { token } = await other.client.makeApiToken({ label: 'shell', scope: 'write' })
  const { complaint } = await at.shell.run(['login', at.network.url], { input: token })
  expect(complaint).toContain('1 card is waiting on this machine to be sent.')
  await at.shell.does('add', 'Theirs')
  await at.shell.does('ls')
  expect(await at.texts(other.client)).toEqual(['Theirs'])
  expect(await at.shell.does('outbox')).toContain(`waiting for a login to ${at.network.url}`)
  await at.shell.logIn(at.network.url, at.person)
  expect(await at.texts()).toEqual(['Before', 'Mine'])
})

test('cards written with a token of the environment go to no other account or server', async () => {
  await at.shell.does('add', 'Before')
  const other = await inboard.signIn()
  const { token: theirs } = await other.client.makeApiToken({ label: 'shell', scope: 'write' })
  const environment = { INBOARD_TOKEN: theirs }
  await at.network.goDown()
  await at.shell.run(['add', 'Theirs'], { environment })
  await at.network.comeBack()
  await at.shell.does('ls')
  expect(await at.texts()).toEqual(['Before'])
  await at.shell.run(['ls'], { environment })
  expect(await at.texts(other.client)).toEqual(['Theirs'])

  await at.network.goDown()
  await at.shell.run(['add', 'Mine'])
  const { token } = await at.client.makeApiToken({ label: 'shell', scope: 'write' })
  // Where a copy of it may be, with the same accounts.
  await at.shell.run(['login', inboard.url], { input: token })
  await at.shell.does('ls')
  expect(await at.texts()).toEqual(['Before'])
})

test('waiting cards are in private files, in order even if the clock was set back', async () => {
  mkdirSync(at.folder, { recursive: true, mode: 0o755 })
  await at.network.goDown()
  await at.shell.run(['add', 'One'])
  expect(statSync(at.folder).mode & 0o777).toBe(0o700)
  const [file = ''] = at.files()
  const tomorrow = String(Date.now() + 86_400_000).padStart(15, '0')
  renameSync(join(at.folder, file), join(at.folder, file.replace(/^\d+/, tomorrow)))
  await at.shell.run(['add', 'Two'])
  await at.network.comeBack()
  await at.shell.does('ls')
  expect(await at.texts()).toEqual(['One', 'Two'])
})

test('if nothing can be saved, a card is still sent, or its loss is reported', async () => {
  const environment = { XDG_STATE_HOME: '/dev/null' }
  const { code, told, complaint } = await at.shell.run(['add', 'Milk'], { environment })
  expect(code).toBe(0)
  expect(told).toContain('Added to the inbox')
  expect(complaint).toContain('"inboard undo" cannot undo it')
  await at.network.goDown()
  const lost = await at.shell.run(['add', 'Bread'], { environment })
  expect(lost.code).toBe(1)
  expect(lost.complaint).toContain('The text could not be saved: ')
  expect(await at.texts()).toEqual(['Milk'])
})

test('a card for a project is on the disk before the server is asked for the project', async () => {
  await at.client.addProject({ title: 'Garden' })
  await at.killedUnheard(['add', 'Sow', '--project', 'gard'])
  expect(at.files()).toHaveLength(1)
  await at.network.comeBack()
  expect(await at.shell.does('ls', 'garden')).toContain('Sow')
  expect(at.files()).toEqual([])
  // What is not there keeps nothing.
  expect(await at.shell.refuses('add', 'Paint', '--project', 'House')).toContain('No project matches')
  expect(at.files()).toEqual([])
})

test('cards of 0.10.1 are sent in order, and those that were undone are deleted', async () => {
  const { card } = await at.client.addInboxCard({ text: 'Undone' })
  const file = join(at.shell.home, 'config/inboard/login.json')
  const { url, token } = JSON.parse(readFileSync(file, 'utf8'))
  const login = createHash('sha256').update(`${url}\n${token}`).digest('hex').slice(0, 32)
  const common = { login, url, written_at: '2026-11-19T08:00:00.000Z' }
  const one = (text: string) => ({ id: randomUUID(), text })
  mkdirSync(at.folder, { recursive: true })
  for (const [index, more] of [
    { cards: [one('One'), one('Two')] },
    { undone: true, cards: [{ id: card.id, text: 'Undone' }] },
    { project: 'House', refused: 'No project matches "House".', cards: [one('Paint')] },
    { cards: [one('Three')] },
  ].entries())
    writeFileSync(
      join(at.folder, `00176354000000${index}-${randomUUID()}.json`),
      `${JSON.stringify({ ...common, ...more })}\n`,
    )
  const { told, complaint } = await at.shell.run(['add', 'Four'])
  expect(told).toContain('Added to the inbox')
  expect(complaint).toBe('Sent 3 cards that were waiting.\n')
  expect(await at.texts()).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(await at.shell.does('outbox')).toMatch(/^1 card for House, refused: .+ {2}Paint\n/s)
})

test('a card that was sent leaves the outbox, and can be undone once', async () => {
  for (const text of ['One', 'Two']) await at.shell.does('add', text)
  expect(at.files()).toEqual([])
  expect(readdirSync(join(at.folder, '../undo'))).toHaveLength(2)
  await at.shell.does('undo')
  expect(await at.texts()).toEqual(['One'])
  await at.shell.does('undo')
  expect(await at.texts()).toEqual([])
  expect(await at.shell.refuses('undo')).toContain('There is nothing to undo')
})
