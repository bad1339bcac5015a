import { expect, test } from 'vitest'
import { inboard } from '../../../support/service/shared.ts'
import { newConnections } from './connection.ts'

const at = newConnections()

test('cards go to nobody but the account that they were written for', async () => {
  await at.shell.does('add', 'Before')
  await at.network.goDown()
  await at.shell.run(['add', 'Mine'])
  await at.network.comeBack()
  const other = await inboard.signIn()
  const { token } = await other.client.makeApiToken({ label: 'shell', scope: 'write' })
  const { complaint } = await at.shell.run(['login', at.network.url], { input: token })
  expect(complaint).toContain('1 card kept with another login')
  await at.shell.does('add', 'Theirs')
  await at.shell.does('ls')
  expect(await at.texts(other.client)).toEqual(['Theirs'])
  expect(await at.shell.does('outbox')).toContain(`waiting for a login to ${at.network.url}`)
  await at.shell.logIn(at.network.url, at.person)
  expect(await at.texts()).toEqual(['Before', 'Mine'])
})

test('where nothing can be kept, a card is sent all the same, or it is said that it is lost', async () => {
  const environment = { XDG_STATE_HOME: '/dev/null' }
  const { code, told, complaint } = await at.shell.run(['add', 'Milk'], { environment })
  expect(code).toBe(0)
  expect(told).toContain('Added to the inbox')
  expect(complaint).toContain('"inboard undo" will not know of it')
  await at.network.goDown()
  const lost = await at.shell.run(['add', 'Bread'], { environment })
  expect(lost.code).toBe(1)
  expect(lost.complaint).toContain('Nothing is kept: ')
  expect(await at.texts()).toEqual(['Milk'])
})
