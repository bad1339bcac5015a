import { beforeEach, expect, test, vi } from 'vitest'
import { createCallers } from '../../../src/server/accounts/callers.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

// A machine that was busy for seconds has to ask first what was ended meanwhile.
beforeEach(() =>
  vi.waitUntil(() => performance.now() < inboard.world.access.trustedUntil, { timeout: 10_000 }),
)

test('an accepted caller is cached by the header, however it is written', async () => {
  const { token, user } = await inboard.signIn()
  const callers = createCallers(inboard.world)
  expect(callers.recall(`Bearer ${token}`)).toBeUndefined()
  await callers.find(`bearer   ${token}`)
  expect(callers.recall(`bearer   ${token}`)?.ownerId).toBe(user.id)
  expect(callers.recall(`Basic ${token}`)).toBeUndefined()
  expect(callers.recall(token)).toBeUndefined()
  const padded = `Bearer${' '.repeat(10_000)}${token}`
  expect(await callers.find(padded)).toHaveProperty('ownerId', user.id)
  expect(callers.recall(padded)).toBeUndefined()
})

test('no account can evict another from the cache, whatever tokens it has', async () => {
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

test('of two requests that were let in at the same time, both are forgotten when their session ends', async () => {
  const { token, client } = await inboard.signIn()
  const callers = createCallers(inboard.world)
  const both = await Promise.all(times(2, () => callers.find(`Bearer ${token}`)))
  const [first, second] = both.filter((caller) => caller !== undefined)
  if (!first || !second) throw new Error('They were not let in.')
  expect(callers.isRemembered(second)).toBe(true)
  await client.endSession({ id: 'current' })
  expect([callers.isRemembered(first), callers.isRemembered(second)]).toEqual([false, false])
})
