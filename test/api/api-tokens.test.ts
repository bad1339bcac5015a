import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/access.ts'
import { type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { outsider } from '../support/databases/engine.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'
import { times } from '../support/service/sending.ts'
import { requestLineOf, wellFormed, wellFormedQuery } from '../support/service/well-formed.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const make = ({ client }: SignedIn, scope: Scope = 'write') => client.makeApiToken({ label: 'Shell', scope })
const projects = async (token: string) => outcome(await inboard.request('GET', '/api/projects', { token }))

describe('making a token', () => {
  test('shows it once, and stores only its hash', async () => {
    const person = await inboard.signIn()
    const { headers, body } = await inboard.request('POST', '/api/tokens', {
      token: person.token,
      body: { label: ' Shell ', scope: 'read' },
    })
    expect(body).toEqual({
      api_token: {
        id: expect.any(String),
        label: 'Shell',
        scope: 'read',
        created_at: expect.any(String),
        expires_at: null,
        last_used_at: null,
      },
      token: expect.stringMatching(/^inb_[\w-]{43}$/),
    })
    expect(headers.get('location')).toBe(`/api/tokens/${body.api_token.id}`)
    expect(headers.get('cache-control')).toBe('no-store')
    const list = await inboard.request('GET', '/api/tokens', { token: person.token })
    expect(list.headers.get('cache-control')).toBe('no-store')
    expect(list.body).toEqual({ api_tokens: [body.api_token] })
    const rows = await inboard.world.db.all`select * from api_tokens`
    expect(JSON.stringify(rows)).not.toContain(body.token.slice(4))
  })

  test('lists the newest first, each with its owner alone', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const made = [await make(ada), await make(ada), await make(ada)]
    const { api_tokens } = await ada.client.listApiTokens()
    expect(api_tokens).toEqual(made.map(({ api_token }) => api_token).reverse())
    expect((await bob.client.listApiTokens()).api_tokens).toEqual([])
    const id = api_tokens[0]?.id ?? ''
    expect(await codeOfRefusal(bob.client.revokeApiToken({ id }))).toBe('not_found')
  })

  const bad: Record<string, object> = {
    'without a label': { scope: 'read' },
    'with an empty label': { label: ' ', scope: 'read' },
    'with a label that is too long': { label: 'x'.repeat(101), scope: 'read' },
    'without a scope': { label: 'Shell' },
    'with a scope that there is not': { label: 'Shell', scope: 'admin' },
    'with two scopes': { label: 'Shell', scope: ['read', 'write'] },
    'that expires now': { label: 'Shell', scope: 'read', expires_at: new Date().toISOString() },
    'that expires at no time': { label: 'Shell', scope: 'read', expires_at: 'tomorrow' },
    'that expires on a day that there is not': {
      label: 'Shell',
      scope: 'read',
      expires_at: '2030-02-31T10:00:00Z',
    },
    'that expires at an hour that there is not': {
      label: 'Shell',
      scope: 'read',
      expires_at: '2030-02-01T25:00:00Z',
    },
    'that expires somewhere': { label: 'Shell', scope: 'read', expires_at: '2030-01-01T00:00:00' },
    'that expires at a number': { label: 'Shell', scope: 'read', expires_at: 1_900_000_000 },
  }
  for (const [how, body] of Object.entries(bad)) {
    test(`${how} is refused`, async () => {
      const { token } = await inboard.signIn()
      expect(outcome(await inboard.request('POST', '/api/tokens', { token, body }))).toBe(
        '422 validation_failed',
      )
    })
  }

  test('stops at fifty, however many ask at once; those that have expired make room', async () => {
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
})

describe('using a token', () => {
  // Each scope, and all endpoints that it opens.
  const open: Record<Scope, Route['access'][]> = {
    capture: ['capture'],
    read: ['read'],
    write: ['capture', 'read', 'write'],
  }
  for (const scope of ['capture', 'read', 'write'] as const) {
    test(`${scope} opens what it is for, and nothing else`, async () => {
      const { token } = await make(await inboard.signIn(), scope)
      for (const name of routeNames) {
        const { access }: Route = routes[name]
        if (access === 'public') continue
        const [method, path] = requestLineOf(name, 'none')
        const body = wellFormed[name]
        const answer = await inboard.request(method, path + wellFormedQuery(name), {
          token,
          ...(body && { body }),
        })
        const isOpen = open[scope].includes(access)
        expect([name, answer.status === 403]).toEqual([name, !isOpen])
        if (!isOpen) expect([name, outcome(answer)]).toEqual([name, '403 scope_insufficient'])
      }
    })
  }

  test('capture adds cards to the inbox, and cannot read them, nor by a batch', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person, 'capture')
    const { status } = await inboard.request('POST', '/api/inbox/cards', { token, body: { text: 'Weed' } })
    expect(status).toBe(201)
    expect(await projects(token)).toBe('403 scope_insufficient')
    const operations = [{ method: 'POST', path: '/api/inbox/cards', body: { text: 'Weed' } }]
    expect(outcome(await inboard.request('POST', '/api/batch', { token, body: { operations } }))).toBe(
      '403 scope_insufficient',
    )
    expect((await person.client.listInboxCards()).cards).toMatchObject([{ text: 'Weed' }])
  })

  test('what it may not do comes before what is wrong with the body', async () => {
    const { token } = await make(await inboard.signIn(), 'read')
    expect(outcome(await inboard.request('POST', '/api/projects', { token, body: '{' }))).toBe(
      '403 scope_insufficient',
    )
  })

  test('is seen, about once a minute', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person)
    const lastUse = async () => (await person.client.listApiTokens()).api_tokens[0]?.last_used_at
    expect(await lastUse()).toBeNull()
    await projects(token)
    const first = await lastUse()
    expect(first).toEqual(expect.any(String))
    inboard.clock.advance(30_000)
    await projects(token)
    expect(await lastUse()).toBe(first)
    inboard.clock.advance(31_000)
    await projects(token)
    await expect.poll(lastUse).not.toBe(first)
  })

  test('ends with its time', async () => {
    const person = await inboard.signIn()
    const expires_at = new Date(inboard.clock.now() + 60_000).toISOString()
    const { token } = await person.client.makeApiToken({ label: 'Shell', scope: 'read', expires_at })
    expect(await projects(token)).toBe('200')
    inboard.clock.advance(60_000)
    expect(await projects(token)).toBe('401 unauthenticated')
  })

  test('ends when it is revoked, at once, and only that one', async () => {
    const person = await inboard.signIn()
    const [one, other] = [await make(person), await make(person)]
    expect([await projects(one.token), await projects(other.token)]).toEqual(['200', '200'])
    await person.client.revokeApiToken({ id: one.api_token.id })
    expect([await projects(one.token), await projects(other.token)]).toEqual(['401 unauthenticated', '200'])
    expect(await codeOfRefusal(person.client.revokeApiToken({ id: one.api_token.id }))).toBe('not_found')
  })

  test('outlives the sessions of its owner', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person)
    await person.client.endOtherSessions()
    await person.client.endSession({ id: 'current' })
    expect(await projects(token)).toBe('200')
  })

  test('that is not known, or not whole, is no session', async () => {
    const { token } = await make(await inboard.signIn())
    for (const wrong of [
      'inb_',
      `inb_${'A'.repeat(43)}`,
      token.slice(0, -1),
      token.toUpperCase(),
      token.slice(4),
    ])
      expect(await projects(wrong)).toBe('401 unauthenticated')
  })

  test('goes on reading when its use cannot be written down', async () => {
    const person = await inboard.signIn()
    const { token } = await make(person)
    const stranger = await outsider(inboard.world.config.database)
    await stranger.run('alter table api_tokens rename column last_used_at to hidden')
    try {
      expect(await projects(token)).toBe('200')
    } finally {
      await stranger.run('alter table api_tokens rename column hidden to last_used_at')
      await stranger.close()
    }
  })
})
