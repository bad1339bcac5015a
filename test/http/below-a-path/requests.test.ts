import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { inboard as atRoot } from '../../support/service/shared.ts'

const appUrl = 'https://example.com/inboard'
let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ APP_URL: `${appUrl}/` })
})
afterAll(() => inboard.stop())

/** As a browser that opens a page. */
const asPerson = { headers: { accept: 'text/html' } }

test('every request is answered alike with the path and without it', async () => {
  const { token, client } = await inboard.signIn()
  await client.addInboxCard({ text: 'Milk' })
  const { token: secret } = await client.makeApiToken({ label: 'phone', scope: 'calendar' })
  const { text: shell } = await inboard.request('GET', '/', asPerson)
  const [, script = ''] = /src="\/inboard(\/assets\/index-[^"]+)"/.exec(shell) ?? []
  for (const [path, status] of [
    ['/', 200],
    ['/?new', 200],
    ['/today', 200],
    ['/card/0', 200],
    ['/nowhere', 404],
    ['/sw.js', 200],
    [script, 200],
    ['/assets/inboard.webmanifest', 200],
    ['/docs', 200],
    ['/openapi.json', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/me', 200],
    ['/api/search?q=milk', 200],
    ['/api/nowhere', 404],
    ['/mcp', 405],
    [`/calendar/${secret}.ics`, 200],
    ['/calendar/none.ics', 404],
  ] as const) {
    const [without, within] = await Promise.all(
      ['', '/inboard'].map(async (before) => {
        const answer = await fetch(inboard.url + before + path, {
          headers: { ...asPerson.headers, authorization: `Bearer ${token}` },
        })
        return [path, answer.status, await answer.text()]
      }),
    )
    expect(without).toEqual([path, status, expect.any(String)])
    expect(within).toEqual(without)
  }
})

test('metrics are not below the path, so that blocking them at a proxy is enough', async () => {
  // A proxy that takes the path off passes on /inboard/inboard/metrics like this.
  expect((await inboard.request('GET', '/inboard/metrics')).status).toBe(404)
  expect((await inboard.request('GET', '/metrics')).status).toBe(200)
})

test('only the whole path counts, once, as it is written', async () => {
  for (const path of ['/inboardx/today', '/Inboard/today', '/inboard/inboard/today', '/x/inboard/today'])
    expect([path, (await inboard.request('GET', path)).status]).toEqual([path, 404])
  const bare = await inboard.request('GET', '/inboard?new', asPerson)
  expect(bare.status).toBe(200)
})

describe.each(['/inboard', ''])('a client that is told the path %s', (path) => {
  test('reads, writes, and finds what it has created under its Location', async () => {
    const { token } = await inboard.signIn()
    const client = createClient({ baseUrl: inboard.url + path, token: () => token, retries: 0 })
    const { project } = await client.addProject({ title: 'Garden' })
    const { results } = await client.batch({
      operations: [{ method: 'POST', path: `/api/projects/${project.id}/cards`, body: { text: 'Weed' } }],
    })
    expect(results.map(({ status }) => status)).toEqual([201])
    const added = await inboard.request('POST', `${path}/api/inbox/cards`, { token, body: { text: 'Dig' } })
    const location = added.headers.get('location') ?? ''
    expect(location).toMatch(/^\/inboard\/api\/cards\//)
    expect((await inboard.request('GET', location, { token })).body).toEqual(added.body)
  })
})

test('whatever names a URL names the path', async () => {
  const { token, user, client } = await inboard.signInByMail('ada@example.com')
  const mail = await eventually(() => inboard.mails().find(({ to }) => to === user.email), 'the message')
  expect(mail.text).toContain(`${appUrl}/verify-email?token=`)

  const { body: document } = await inboard.request('GET', '/openapi.json')
  expect(document.servers).toEqual([{ url: appUrl }])
  const { text: docs } = await inboard.request('GET', '/inboard/docs')
  expect(docs).toContain(`${appUrl}/api/`)

  const { card } = await client.addInboxCard({ text: 'Weed due:2026-11-20' })
  const { token: secret } = await client.makeApiToken({ label: 'phone', scope: 'calendar' })
  const { text: calendar } = await inboard.request('GET', `/inboard/calendar/${secret}.ics`, { token })
  expect(calendar.replaceAll('\r\n ', '')).toContain(`URL:${appUrl}/card/${card.id}\r\n`)
})

test('pages and manifest link below the path alone, and are compressed and cached as at the root', async () => {
  const linked: string[] = []
  for (const path of ['/', '/docs', '/assets/inboard.webmanifest']) {
    const { text, headers } = await inboard.request('GET', `/inboard${path}`)
    const { text: there, headers: as } = await atRoot.request('GET', path)
    const paths = [...text.matchAll(/"(\/[^"]*)"/g)].map(([, found = '']) => found)
    expect([path, paths.length > 0, paths.filter((one) => !one.startsWith('/inboard/'))]).toEqual([
      path,
      true,
      [],
    ])
    if (path !== '/docs') expect(text.replaceAll('"/inboard/', '"/')).toBe(there)
    for (const name of ['content-type', 'cache-control', 'content-security-policy'])
      expect([path, name, headers.get(name)]).toEqual([path, name, as.get(name)])
    const etag = headers.get('etag') ?? ''
    const again = await inboard.request('GET', `/inboard${path}`, { headers: { 'if-none-match': etag } })
    expect([path, again.status]).toEqual([path, 304])
    for (const encoding of ['br', 'gzip']) {
      const sent = await inboard.request('GET', `/inboard${path}`, {
        headers: { 'accept-encoding': encoding },
      })
      expect([path, sent.headers.get('content-encoding'), sent.text === text]).toEqual([path, encoding, true])
    }
    if (path !== '/docs') linked.push(...paths)
  }
  for (const path of linked) expect([path, (await inboard.request('GET', path)).status]).toEqual([path, 200])
})

test('agents that connect themselves are led to documents at the root of the host, which name everything below the path', async () => {
  const { headers } = await fetch(`${inboard.url}/inboard/mcp`, { method: 'POST' })
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
  expect(url).toBe('https://example.com/.well-known/oauth-protected-resource/inboard/mcp')
  const { body: resource } = await inboard.request('GET', new URL(url).pathname)
  expect(resource).toMatchObject({ resource: `${appUrl}/mcp`, authorization_servers: [appUrl] })
  const { body: server } = await inboard.request('GET', '/.well-known/oauth-authorization-server/inboard')
  expect(server).toMatchObject({
    issuer: appUrl,
    authorization_endpoint: `${appUrl}/authorize`,
    token_endpoint: `${appUrl}/oauth/token`,
    registration_endpoint: `${appUrl}/oauth/register`,
    revocation_endpoint: `${appUrl}/oauth/revoke`,
  })
  for (const before of ['', '/inboard']) {
    const opened = await fetch(`${inboard.url}${before}/authorize?client_id=x`, asPerson)
    expect([opened.status, opened.headers.get('cross-origin-opener-policy')]).toEqual([200, 'unsafe-none'])
    const metadata = { redirect_uris: ['https://agent.example/back'], client_name: 'Agent' }
    const made = await inboard.request('POST', `${before}/oauth/register`, { body: metadata })
    expect([made.status, made.body.client_name]).toEqual([201, 'Agent'])
  }
})

describe('a path that is also a page of the app', () => {
  let projects: TestInboard
  beforeAll(async () => {
    projects = await startTestInboard({ APP_URL: 'https://example.com/projects' })
  })
  afterAll(() => projects.stop())

  test.each(['/projects', ''])('works below %s', async (before) => {
    const { token, client } = await projects.signIn()
    const { project } = await client.addProject({ title: 'Garden' })
    for (const path of ['/', '/today', `/projects/${project.id}`, '/sw.js', '/docs', '/api/me']) {
      const { status } = await projects.request('GET', before + path, { token, ...asPerson })
      expect([path, status]).toEqual([path, 200])
    }
    const { body } = await projects.request('GET', `${before}/api/projects/${project.id}`, { token })
    expect(body.project.title).toBe('Garden')
  })
})
