import { expect, test } from 'vitest'
import { createCallers } from '../../../src/server/accounts/callers.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

test('whoever was let in is remembered by the token, however the header is written', async () => {
  const { token, user } = await inboard.signIn()
  const callers = createCallers(inboard.world)
  expect(callers.recall(`Bearer ${token}`)).toBeUndefined()
  await callers.find(`bearer   ${token}`)
  expect(callers.recall(`Bearer ${token}`)?.ownerId).toBe(user.id)
  expect(callers.recall(`Basic ${token}`)).toBeUndefined()
  expect(callers.recall(token)).toBeUndefined()
})

test('no account makes the server forget another, whatever tokens it has', async () => {
  const { user, token } = await inboard.signIn()
  const other = await inboard.signIn()
  const callers = createCallers(inboard.world)
  for (const known of [other.token, token]) await callers.find(`Bearer ${known}`)
  const more = times(100, () => inboard.world.sessionTokens.issue(user.id).token)
  for (const one of more) expect(await callers.find(`Bearer ${one}`)).toHaveProperty('ownerId', user.id)
  const forged = await callers.find(`Bearer ${token}x`)
  expect(forged).toBeUndefined()
  // Of its own it has a hundred: the oldest was forgotten.
  expect(callers.recall(`Bearer ${token}`)).toBeUndefined()
  for (const one of [...more, other.token]) expect(callers.recall(`Bearer ${one}`)).toBeDefined()
  await other.client.endSession({ id: 'current' })
  expect(callers.recall(`Bearer ${other.token}`)).toBeUndefined()
})
