import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make, projects } from '../../api/api-tokens/making.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { outsider } from '../../support/databases/engine.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

test('making tokens stops at fifty, however many ask at once; those that have expired make room', async () => {
  const person = await inboard.signIn()
  const soon = new Date(inboard.clock.now() + 3_600_000).toISOString()
  const body = { label: 'Shell', scope: 'read', expires_at: soon }
  const answers = await Promise.all(
    times(60, () => inboard.request('POST', '/api/tokens', { token: person.token, body })),
  )
  expect(answers.map(outcome).filter((one) => one === '201')).toHaveLength(50)
  expect(answers.map(outcome).filter((one) => one === '409 token_limit_reached')).toHaveLength(10)
  expect((await person.client.listApiTokens()).api_tokens).toHaveLength(50)
  inboard.clock.advance(3_600_000)
  await make(person)
  expect((await person.client.listApiTokens()).api_tokens).toHaveLength(1)
})

describe('a token', () => {
  test('is seen to be used, about once a minute', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person)
    const lastUse = async () => (await person.client.listApiTokens()).api_tokens[0]?.last_used_at
    expect(await lastUse()).toBeNull()
    await projects(token, inboard)
    await expect.poll(lastUse).not.toBeNull()
    const first = await lastUse()
    inboard.clock.advance(30_000)
    await projects(token, inboard)
    expect(await lastUse()).toBe(first)
    inboard.clock.advance(31_000)
    await projects(token, inboard)
    await expect.poll(lastUse).not.toBe(first)
  })

  test('ends with its time', async () => {
    const person = await inboard.signIn()
    const expires_at = new Date(inboard.clock.now() + 60_000).toISOString()
    const { token } = await person.client.makeApiToken({ label: 'Shell', scope: 'read', expires_at })
    expect(await projects(token, inboard)).toBe('200')
    inboard.clock.advance(60_000)
    expect(await projects(token, inboard)).toBe('401 unauthenticated')
  })

  test('goes on reading when its use cannot be written down', async () => {
    const person = await inboard.signIn()
    const [used, other] = [await make(person), await make(person)]
    const uses = async () => {
      const { api_tokens } = await person.client.listApiTokens()
      return api_tokens.filter(({ last_used_at }) => last_used_at).length
    }
    await projects(used.token, inboard)
    await expect.poll(uses).toBe(1)
    const stranger = await outsider(inboard.world.config.database)
    // Only one token of this person can be a used one.
    await stranger.run(`
      create unique index one_use on api_tokens (coalesce(substr(last_used_at, 1, 0), id))
      where owner_id = '${person.user.id}'`)
    try {
      expect(await projects(other.token, inboard)).toBe('200')
      await inboard.world.db.transaction(async () => {})
      expect(await uses()).toBe(1)
    } finally {
      await stranger.run('drop index one_use')
      await stranger.close()
    }
  })
})
