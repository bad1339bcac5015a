import { describe, expect, test } from 'vitest'
import { disable, enable } from '../../../src/server/accounts/administer.ts'
import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal, type SignedIn } from '../../support/service/inboard.ts'
import { leave } from '../leaving/leaving.ts'
import { claimsOf, unrecorded } from '../sessions/tokens.ts'
import { type Agent, agentOf, codeFor, exchange, outcomeOf, post, registeredAgent, tokensOf } from './flow.ts'

const second = 1000
const minute = 60 * second

async function someCode(): Promise<{ person: SignedIn; agent: Agent; code: string }> {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  return { person, agent, code: await codeFor(person, agent) }
}

describe('a code in the wrong hands is worth nothing, and is spent', () => {
  const attempts: [string, (agent: Agent, other: Agent) => Record<string, string>, string][] = [
    ['another client', (_, { request }) => ({ client_id: request.client_id }), 'invalid_grant'],
    ['no client', () => ({ client_id: '' }), 'invalid_request'],
    ['an unknown client', () => ({ client_id: 'client_AAAA' }), 'invalid_client'],
    ['the verifier of another request', (_, { verifier }) => ({ code_verifier: verifier }), 'invalid_grant'],
    [
      'the challenge as the verifier',
      ({ request }) => ({ code_verifier: request.code_challenge ?? '' }),
      'invalid_grant',
    ],
    ['no verifier', () => ({ code_verifier: '' }), 'invalid_request'],
    ['another redirect', () => ({ redirect_uri: 'https://agent.example/other' }), 'invalid_grant'],
    ['another resource', () => ({ resource: 'https://elsewhere.example/mcp' }), 'invalid_target'],
  ]
  for (const [name, wrong, error] of attempts) {
    test(`${name}: ${error}`, async () => {
      const { person, agent, code } = await someCode()
      const other = await registeredAgent(inboard, { client_name: 'Other' })
      const injected = await exchange(inboard, agent, code, wrong(agent, other))
      expect([injected.status, outcomeOf(injected)]).toEqual([400, error])
      expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
      expect(await tokensOf(person)).toEqual([])
    })
  }

  test('the code of another person who is asked by the same client', async () => {
    const { agent, code } = await someCode()
    const victim = agentOf(agent.request.client_id, agent.request.redirect_uri)
    expect(outcomeOf(await exchange(inboard, victim, code))).toBe('invalid_grant')
  })
})

test('the redirect and the resource need not be sent, and the resource may end with a slash', async () => {
  for (const more of [
    { redirect_uri: '', resource: '' },
    { resource: `${inboard.world.config.appUrl}/mcp/` },
  ]) {
    const { agent, code } = await someCode()
    expect(outcomeOf(await exchange(inboard, agent, code, more))).toBe('write')
  }
})

describe('time', () => {
  test('a code lives for 60 seconds', async () => {
    const [late, early] = [await someCode(), await someCode()]
    inboard.clock.advance(55 * second)
    expect(outcomeOf(await exchange(inboard, early.agent, early.code))).toBe('write')
    inboard.clock.advance(6 * second)
    expect(outcomeOf(await exchange(inboard, late.agent, late.code))).toBe('invalid_grant')
  })

  test('a code that was used is known for ten minutes, and never brings back what was revoked', async () => {
    const { person, agent, code } = await someCode()
    const forgotten = await someCode()
    for (const one of [{ agent, code }, forgotten]) await exchange(inboard, one.agent, one.code)
    inboard.clock.advance(9 * minute)
    await sweepAccounts(inboard.world)
    expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
    expect(await tokensOf(person)).toEqual([])
    expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
    inboard.clock.advance(2 * minute)
    expect(outcomeOf(await exchange(inboard, forgotten.agent, forgotten.code))).toBe('invalid_grant')
    expect(await tokensOf(forgotten.person)).toEqual(['Agent'])
  })

  test('sweeping removes what has expired, and nothing else', async () => {
    const [swept, used, live] = [await someCode(), await someCode(), await someCode()]
    await exchange(inboard, used.agent, used.code)
    inboard.clock.advance(61 * second)
    const code = await codeFor(live.person, live.agent)
    await sweepAccounts(inboard.world)
    const rows = async ({ person }: { person: SignedIn }) =>
      (await inboard.world.db.all`select id from authorization_codes where owner_id = ${person.user.id}`)
        .length
    expect([await rows(swept), await rows(used), await rows(live)]).toEqual([0, 1, 1])
    expect(outcomeOf(await exchange(inboard, live.agent, code))).toBe('write')
    inboard.clock.advance(11 * minute)
    await sweepAccounts(inboard.world)
    expect([await rows(used), await rows(live)]).toEqual([0, 0])
    expect(await tokensOf(used.person)).toEqual(['Agent'])
  })
})

test('of many codes the newest ten are live, and the codes of others stay', async () => {
  const other = await someCode()
  const person = await inboard.signIn()
  const agents = await Promise.all(Array.from({ length: 13 }, () => registeredAgent(inboard)))
  const codes: string[] = []
  for (const agent of agents) codes.push(await codeFor(person, agent))
  const outcomes = []
  for (const [at, agent] of agents.entries())
    outcomes.push(outcomeOf(await exchange(inboard, agent, codes[at] ?? '')))
  expect(outcomes).toEqual([...Array(3).fill('invalid_grant'), ...Array(10).fill('write')])
  expect(outcomeOf(await exchange(inboard, other.agent, other.code))).toBe('write')
})

describe('a code is worth nothing once the person has', () => {
  type Deed = (person: SignedIn, elsewhere: SignedIn) => Promise<unknown>
  const deeds: [string, Deed][] = [
    ['signed out', ({ client }) => client.endSession({ id: 'current' })],
    [
      'ended the session elsewhere',
      ({ token }, { client }) => client.endSession({ id: claimsOf(token).jti }),
    ],
    ['ended all other sessions', (_, { client }) => client.endOtherSessions()],
    ['left', ({ token, user }) => leave(token, { email: user.email }, inboard)],
    ['been disabled', ({ user }) => disable(inboard.world.access, inboard.clock, user.id)],
  ]
  for (const [name, deed] of deeds) {
    test(name, async () => {
      const { person, agent, code } = await someCode()
      await deed(person, await inboard.signIn(person.user.email))
      expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
      await enable(inboard.world.db, person.user.id)
      expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
      const rows = await inboard.world.db.all`select id from api_tokens where owner_id = ${person.user.id}`
      expect(rows).toEqual([])
    })
  }

  test('opened a link that ends all other access', async () => {
    const { person, agent, code } = await someCode()
    await inboard.client().requestLink({ email: person.user.email })
    const token = await inboard.linkTo(person.user.email)
    const session = await inboard.client().openLink({ token, end_other_access: true })
    expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
    expect((await inboard.client(session.token).listApiTokens()).api_tokens).toEqual([])
  })

  test('ended sessions that are older than their records', async () => {
    const person = await inboard.signIn()
    const old = unrecorded(person, 5)
    const agent = await registeredAgent(inboard)
    const onOldDevice = { ...person, client: inboard.client(old) }
    const [kept, ended] = [await codeFor(onOldDevice, agent), await codeFor(onOldDevice, agent)]
    expect(outcomeOf(await exchange(inboard, agent, kept))).toBe('write')
    await person.client.endOtherSessions()
    expect(outcomeOf(await exchange(inboard, agent, ended))).toBe('invalid_grant')
  })
})

describe('an account has at most 50 API tokens', () => {
  const fill = async ({ client }: SignedIn, count: number, expires_at: string | null = null) => {
    for (let made = 0; made < count; made++)
      await client.makeApiToken({ label: 'Shell', scope: 'read', expires_at })
  }

  test('so nothing more can be allowed; expired ones do not count', async () => {
    const person = await inboard.signIn()
    const agent = await registeredAgent(inboard)
    await fill(person, 49)
    await fill(person, 1, new Date(inboard.clock.now() + minute).toISOString())
    expect(await codeOfRefusal(codeFor(person, agent))).toBe('token_limit_reached')
    inboard.clock.advance(minute)
    const code = await codeFor(person, agent)
    expect(outcomeOf(await exchange(inboard, agent, code))).toBe('write')
  })

  test('nor exchanged', async () => {
    const { person, agent, code } = await someCode()
    await fill(person, 50)
    const { body } = await exchange(inboard, agent, code)
    expect(body).toEqual({ error: 'invalid_grant', error_description: expect.stringContaining('API tokens') })
    const [{ id = '' } = {}] = (await person.client.listApiTokens()).api_tokens
    await person.client.revokeApiToken({ id })
    expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
  })
})

test('neither code nor token is stored', async () => {
  const { agent, code } = await someCode()
  const used = await someCode()
  const { body } = await exchange(inboard, used.agent, used.code)
  const { db } = inboard.world
  const rows = JSON.stringify([
    await db.all`select * from authorization_codes`,
    await db.all`select * from api_tokens`,
  ])
  for (const secret of [code, used.code, agent.verifier, body.access_token.slice(4), agent.request.client_id])
    expect(rows).not.toContain(secret)
})

test('replay is told apart from nothing: both are the same error', async () => {
  const { agent, code } = await someCode()
  await exchange(inboard, agent, code)
  const replayed = await exchange(inboard, agent, code)
  const unknown = await post(`${inboard.url}/oauth/token`, {
    grant_type: 'authorization_code',
    code: 'unknown',
    client_id: agent.request.client_id,
  })
  expect(replayed.body).toEqual(unknown.body)
})
