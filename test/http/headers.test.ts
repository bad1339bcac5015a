import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { answerTo } from '../support/network/raw-http.ts'
import { type Answer, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signInByMail()
})
afterAll(() => inboard.stop())

type Seen = Pick<Answer, 'status' | 'headers'>

/** One answer of each kind: successes, problems, pages, assets, and errors of the HTTP parser. */
async function everyKind(): Promise<Record<string, Seen>> {
  const { token } = person
  const ask = (method: string, path: string, options = {}) =>
    inboard.request(method, path, { token, ...options })
  const raw = (bytes: string) => answerTo(inboard.url, bytes)
  return {
    'a success': await ask('GET', '/api/me'),
    'a creation': await ask('POST', '/api/inbox/cards', { body: { text: 'Weed' } }),
    'an acceptance': await ask('POST', '/api/auth/magic-link', {
      body: { email: `${crypto.randomUUID()}@example.com` },
    }),
    'a deletion': await ask(
      'DELETE',
      `/api/projects/${(await person.client.addProject({ title: 'x' })).project.id}`,
    ),
    'a refused body': await ask('POST', '/api/inbox/cards', { body: '{' }),
    'a refused type': await ask('POST', '/api/inbox/cards', {
      body: '{',
      headers: { 'content-type': 'a/b' },
    }),
    'a body too large': await ask('POST', '/api/inbox/cards', { body: 'x'.repeat(100_000) }),
    'a refused member': await ask('POST', '/api/inbox/cards', { body: {} }),
    'a refused token': await ask('POST', '/api/auth/verify-email', { body: { token: 'x' } }),
    'no session': await inboard.request('GET', '/api/me'),
    'nothing there': await ask('GET', '/api/cards/none'),
    'an unknown route': await ask('POST', '/api/none'),
    'a broken path': await ask('GET', '/%zz'),
    'a page': await ask('GET', '/'),
    'the page of a link': await ask('GET', '/verify-email?token=x'),
    'the page of the API': await ask('GET', '/docs'),
    'a style sheet': await ask('GET', '/assets/docs.css'),
    'the service worker': await ask('GET', '/sw.js'),
    'the description of the API': await ask('GET', '/openapi.json'),
    'a probe': await ask('GET', '/healthz'),
    metrics: await ask('GET', '/metrics'),
    'no request at all': await raw('NONSENSE\r\n\r\n'),
    'headers too large': await raw(`GET / HTTP/1.1\r\nHost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`),
  }
}

/** The kinds that a browser displays or loads as part of a page. The others are read by programs. */
const forPeople = [
  'a page',
  'the page of a link',
  'the page of the API',
  'a style sheet',
  'the service worker',
]

test('every answer carries the headers that keep browsers out of trouble', async () => {
  for (const [what, { headers }] of Object.entries(await everyKind())) {
    const seen = (name: string) => headers.get(name)
    expect([what, seen('x-content-type-options')]).toEqual([what, 'nosniff'])
    expect([what, seen('cross-origin-resource-policy')]).toEqual([what, 'same-origin'])
    expect([what, seen('content-security-policy')]).toEqual([
      what,
      expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
    ])
    expect([what, seen('strict-transport-security')]).toEqual([what, null])
    expect([what, seen('server'), seen('x-powered-by')]).toEqual([what, null, null])
    expect([what, seen('set-cookie')]).toEqual([what, null])
  }
})

test('a page allows nothing inline, nothing from elsewhere, and nobody around it', async () => {
  const answers: Record<string, { headers: Headers }> = await everyKind()
  for (const what of forPeople) {
    const seen = (name: string) => answers[what]?.headers.get(name) ?? ''
    const policy = seen('content-security-policy')
    const directives = new Map(policy.split('; ').map((one) => one.split(/ (.*)/s, 2) as [string, string]))
    expect([what, directives.get('script-src')]).toEqual([what, "'self'"])
    expect([what, directives.get('style-src')]).toEqual([what, "'self'"])
    expect([what, directives.get('base-uri')]).toEqual([what, "'none'"])
    expect([what, policy]).not.toEqual([what, expect.stringMatching(/unsafe|\*|https?:/)])
    expect([what, seen('x-frame-options')]).toEqual([what, 'DENY'])
    expect([what, seen('referrer-policy')]).toEqual([what, 'no-referrer'])
    expect([what, seen('cross-origin-opener-policy')]).toEqual([what, 'same-origin'])
    expect([what, seen('permissions-policy')]).toEqual([what, expect.stringContaining('camera=()')])
  }
})

test('every answer has a request id of its own, and never one that was sent', async () => {
  const ids = new Set<string | null>()
  const answers = [...Object.values(await everyKind()), ...Object.values(await everyKind())]
  for (const { headers } of answers) ids.add(headers.get('x-request-id'))
  expect(ids.has(null)).toBe(false)
  expect(ids.size).toBe(answers.length)
  const sent = { 'x-request-id': 'mine', 'request-id': 'mine' }
  expect((await inboard.request('GET', '/healthz', { headers: sent })).headers.get('x-request-id')).not.toBe(
    'mine',
  )
})

test('whatever is answered to a program says which version of the server it comes from', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  for (const [what, { headers }] of Object.entries(await everyKind())) {
    const isRead = forPeople.includes(what) || what === 'the description of the API'
    expect([what, headers.get('inboard-version')]).toEqual([what, isRead ? null : version])
  }
  const { headers } = await inboard.request('GET', '/api/events', { token: person.token })
  expect(headers.get('inboard-version')).toBe(version)
})

test('no answer ever invites other origins', async () => {
  const origin = { origin: 'https://elsewhere.example' }
  const preflight = {
    ...origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  }
  const answers = [
    await inboard.request('GET', '/api/me', { token: person.token, headers: origin }),
    await inboard.request('GET', '/api/me', { headers: origin }),
    await inboard.request('OPTIONS', '/api/cards/order', { headers: preflight }),
    await inboard.request('OPTIONS', '/api/auth/magic-link', { headers: preflight }),
    await inboard.request('GET', '/openapi.json', { headers: origin }),
    await inboard.request('GET', '/', { headers: { origin: 'null' } }),
    ...Object.values(await everyKind()),
  ]
  expect(outcome(answers[2] as Answer)).toBe('404 not_found')
  for (const { headers } of answers) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

describe('caching', () => {
  test('nothing of the API is kept by anyone, refusals included', async () => {
    const session = await inboard.signInByMail()
    const token = await (async () => {
      inboard.clock.advance(61_000)
      await inboard.client().requestLink({ email: session.user.email })
      return await inboard.linkTo(session.user.email, 2)
    })()
    const { token: bearer } = person
    const answers = {
      session: await inboard.request('POST', '/api/auth/verify-email', { body: { token } }),
      'a used link': await inboard.request('POST', '/api/auth/verify-email', { body: { token } }),
      'a refused body': await inboard.request('POST', '/api/auth/verify-email', { body: '{' }),
      'a refused member': await inboard.request('POST', '/api/auth/magic-link', { body: {} }),
      throttled: await inboard.request('POST', '/api/auth/magic-link', {
        body: { email: session.user.email },
      }),
      'a challenge': await inboard.request('POST', '/api/auth/passkey/options'),
      'a removed route': await inboard.request('POST', '/api/auth/login', { body: {} }),
      'a broken path': await inboard.request('POST', '/api/auth/%zz'),
      me: await inboard.request('GET', '/api/me', { token: bearer }),
      'not me': await inboard.request('GET', '/api/me'),
      cards: await inboard.request('GET', '/api/inbox/cards', { token: bearer }),
      'no card': await inboard.request('GET', '/api/cards/none', { token: bearer }),
    }
    expect(Object.values(answers).map(({ status }) => status)).toEqual([
      200, 400, 400, 422, 429, 200, 404, 404, 200, 401, 200, 404,
    ])
    for (const [what, { headers }] of Object.entries(answers)) {
      expect([what, headers.get('cache-control')]).toEqual([what, 'no-store'])
    }
    expect((await answerTo(inboard.url, 'NONSENSE\r\n\r\n')).headers.get('cache-control')).toBe('no-store')
  })

  test('pages are asked for again', async () => {
    for (const path of [
      '/',
      '/verify-email',
      '/docs',
      '/openapi.json',
      '/assets/docs.css',
      '/assets/tokens.css',
    ]) {
      const { headers } = await inboard.request('GET', path)
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-cache'])
    }
  })
})

test('the service worker is a script that nobody keeps, and has the policy of the pages', async () => {
  const { status, headers } = await inboard.request('GET', '/sw.js')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('no-store')
  const page = await inboard.request('GET', '/')
  for (const name of page.headers.keys().filter((one) => one.endsWith('-policy')))
    expect([name, headers.get(name)]).toEqual([name, page.headers.get(name)])
})

test('a refusal ends a connection only where the client wants that', async () => {
  const refusals = {
    'no session': 'POST /api/inbox/cards HTTP/1.1\r\nHost: x\r\n',
    'an unknown route': 'POST /api/none HTTP/1.1\r\nHost: x\r\n',
    'a refused body': `POST /api/auth/verify-email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`,
    'a refused type': `POST /api/auth/verify-email HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n`,
  }
  for (const [what, start] of Object.entries(refusals)) {
    for (const wish of ['close', 'keep-alive']) {
      const bytes = `${start}Connection: ${wish}\r\nContent-Length: 1\r\n\r\n{`
      const { headers } = await answerTo(inboard.url, bytes)
      expect([what, headers.get('connection')]).toEqual([what, wish])
    }
  }
})

test('what was created is where its Location says', async () => {
  const { token, client } = person
  const { project } = await client.addProject({ title: 'Garden' })
  const created = [
    await inboard.request('POST', '/api/projects', { token, body: { title: 'Kitchen' } }),
    await inboard.request('POST', '/api/inbox/cards', { token, body: { text: 'Weed' } }),
    await inboard.request('POST', `/api/projects/${project.id}/cards`, { token, body: { text: 'Weed' } }),
  ]
  for (const { status, headers, body } of created) {
    expect(status).toBe(201)
    const found = await inboard.request('GET', headers.get('location') ?? '', { token })
    expect(found.body).toEqual(body)
  }
})

test('what is not created has no Location', async () => {
  for (const [what, { status, headers }] of Object.entries(await everyKind())) {
    expect([what, headers.has('location')]).toEqual([what, status === 201])
  }
})

test('what is deleted is answered with nothing at all', async () => {
  const { project } = await person.client.addProject({ title: 'Gone' })
  const answer = await inboard.request('DELETE', `/api/projects/${project.id}`, { token: person.token })
  expect(answer.status).toBe(204)
  expect(answer.text).toBe('')
  expect(answer.headers.get('content-type')).toBeNull()
})

test('where people are sent over TLS, every answer says to stay there', async () => {
  const secure = await startTestInboard({ APP_URL: 'https://inboard.example' })
  try {
    const { token } = await secure.signIn()
    const answers = [
      await secure.request('GET', '/'),
      await secure.request('GET', '/api/me', { token }),
      await secure.request('GET', '/api/me'),
      await secure.request('POST', '/api/none'),
      await secure.request('GET', '/%zz'),
      await secure.request('GET', '/healthz'),
      await answerTo(secure.url, 'NONSENSE\r\n\r\n'),
    ]
    for (const { headers } of answers) {
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
    }
  } finally {
    await secure.stop()
  }
})
