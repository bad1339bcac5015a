import { mkdirSync, renameSync, statSync } from 'node:fs'
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
  expect(complaint).toContain('1 card from another login is still waiting for it')
  await at.shell.does('add', 'Theirs')
  await at.shell.does('ls')
  expect(await at.texts(other.client)).toEqual(['Theirs'])
  expect(await at.shell.does('outbox')).toContain(`waiting for a login to ${at.network.url}`)
  await at.shell.logIn(at.network.url, at.person)
  expect(await at.texts()).toEqual(['Before', 'Mine'])
})

test('what was written with a token of the environment is not sent with the login of the file, nor to another server', async () => {
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

test('waiting cards are in private files, in the order of writing, whatever the clock says', async () => {
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
