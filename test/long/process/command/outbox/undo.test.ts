import { expect, test } from 'vitest'
import { newConnections } from '../../../../process/command/outbox/connection.ts'

const at = newConnections()

test('undo also removes cards whose confirmation was lost', async () => {
  const { child, ended } = await at.unheard(['add', 'Milk'])
  await at.network.goDown()
  await ended
  expect(child.exitCode).toBe(0)
  expect(await at.texts()).toEqual(['Milk'])
  expect(await at.shell.does('undo')).toBe('Undone: adding "Milk", which had not been sent yet\n')
  expect(await at.shell.does('outbox')).toBe('Nothing is waiting to be sent.\n')
  await at.shell.refuses('ls')
  await at.network.comeBack()
  await at.shell.does('ls')
  expect(await at.texts()).toEqual([])
  expect(at.files()).toEqual([])
})

test('an undo that does not reach the server can be tried again', async () => {
  await at.shell.does('add', 'Milk')
  await at.shell.does('rm', 'milk')
  await at.network.goDown()
  expect(await at.shell.refuses('undo')).toContain('cannot be reached')
  await at.network.comeBack()
  expect(await at.shell.does('undo')).toBe('Undone: deleting "Milk"\n')
  expect(await at.texts()).toEqual(['Milk'])
})
