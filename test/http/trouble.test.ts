import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteName } from '../../src/contract/paths.ts'
import { codeOf, problems } from '../../src/contract/problem.ts'
import { problemsOf, type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { Ceremonies } from '../support/authenticator/ceremonies.ts'
import {
  type Answer,
  eventually,
  type RequestOptions,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'
import { requestLineOf, wellFormed, wellFormedQuery } from '../support/service/well-formed.ts'

// On SQLite, whose file can be damaged from outside. The order matters: each test leaves the service in a worse state.
describe('everything that the contract declares can happen', () => {
  let inboard: TestInboard
  let database: DatabaseSync
  const folder = mkdtempSync(join(tmpdir(), 'inboard-trouble-'))
  const seen = new Set<string>()
  // A batch only reads who sent it. Its operations write.
  const reading = routeNames.filter(
    (name) => requestLineOf(name, '')[0] === 'GET' || name === 'batch' || name === 'describeLink',
  )
  beforeAll(async () => {
    const file = join(folder, 'inboard.db')
    inboard = await startTestInboard(
      { DATABASE_URL: `sqlite:${file}`, MAX_PROJECTS: '2', AUTH_RATE_LIMIT: '1', TRUST_PROXY: '1' },
      folder,
    )
    database = new DatabaseSync(file)
  })
  afterAll(async () => {
    database.close()
    await inboard.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function ask(
    name: RouteName,
    id = 'none',
    { query = wellFormedQuery(name), ...options }: RequestOptions & { query?: string } = {},
  ): Promise<Answer> {
    const [method, path] = requestLineOf(name, id)
    const body = wellFormed[name]
    const answer = await inboard.request(method, path + query, {
      ...(body && { body }),
      ...options,
    })
    seen.add(`${name} ${answer.status} ${answer.body?.code ?? ''}`.trim())
    return answer
  }

  test('what is right', async () => {
    const ceremonies = new Ceremonies(inboard)
    const person = await inboard.signIn()
    const { token } = person
    const email = `${crypto.randomUUID()}@example.com`
    await ask('requestLink', '', { body: { email } })
    await ask('openLink', '', { body: { token: await inboard.linkTo(email) } })
    const declined = `${crypto.randomUUID()}@example.com`
    await inboard.client().requestLink({ email: declined })
    const link = { body: { token: await inboard.linkTo(declined) } }
    for (const name of ['describeLink', 'declineLink'] as const) await ask(name, '', link)
    const passkey = ceremonies.newPasskey()
    const { body: creation } = await ask('startPasskeyRegistration', '', { token })
    const { body: added } = await ask('addPasskey', '', {
      token,
      body: { label: 'Key ring', credential: passkey.attest(creation) },
    })
    const { body: challenge } = await ask('startPasskeySignIn')
    await ask('finishPasskeySignIn', '', { body: passkey.assert(challenge) })
    await ask('removePasskey', added.passkey.id, { token })
    const { body: made } = await ask('addProject', '', { token })
    const project = made.project.id
    const { body: placed } = await ask('addProjectCard', project, { token })
    const rest = 'readProject renameProject listStatuses listProjectCards'.split(' ') as RouteName[]
    for (const name of rest) await ask(name, project, { token })
    for (const name of ['readCard', 'editCard', 'removeCard'] as const)
      await ask(name, placed.card.id, { token })
    for (const name of ['removeProject', 'restore', 'removeProject', 'purge'] as const)
      await ask(name, project, { token })
    const { body: allowed } = await ask('makeApiToken', '', { token })
    await ask('revokeApiToken', allowed.api_token.id, { token })
    const plain =
      'readMe requestAddressChange listSessions endOtherSessions listApiTokens listPasskeys listProjects listInboxCards addInboxCard setColumn searchCards listBin emptyBin exportAccount importFile changes events batch'
    for (const name of plain.split(' ') as RouteName[]) await ask(name, '', { token })
    await ask('endSession', 'current', { token })
    const leaving = await inboard.signIn()
    await ask('leave', '', { token: leaving.token, body: { email: leaving.user.email } })

    const successes = routeNames.map((name) => `${name} ${routes[name].status}`)
    expect([...seen].sort()).toEqual(successes.sort())
  })

  test('what every endpoint of a kind refuses', async () => {
    const person = await inboard.signIn()
    const { token } = person
    const { client } = person
    const { token: capturing } = await client.makeApiToken({ label: 'Capture', scope: 'capture' })
    const { token: readOnly } = await client.makeApiToken({ label: 'Read', scope: 'read' })
    const used = { 'idempotency-key': 'used' }
    await inboard.request('POST', '/api/inbox/cards', { token, headers: used, body: { text: 'First' } })
    for (const name of routeNames) {
      const route: Route = routes[name]
      if (route.body) {
        await ask(name, 'none', { token, body: '{' })
        await ask(name, 'none', { token, body: '{}', headers: { 'content-type': 'text/plain' } })
        await ask(name, 'none', { token, body: `"${'x'.repeat(route.bodyLimit ?? 64 * 1024)}"` })
        await ask(name, 'none', { token, body: [] })
      }
      if (route.query) {
        const twice = Object.keys(route.query.properties).map((parameter) => `${parameter}=1&${parameter}=2`)
        await ask(name, 'none', { token, query: `?${twice.join('&')}` })
      }
      if (route.write) {
        await ask(name, 'none', { token, headers: { 'idempotency-key': 'two words' } })
        await ask(name, 'none', { token, headers: used })
      }
      if (route.access !== 'public')
        await ask(name, 'none', { token: route.access === 'capture' ? readOnly : capturing })
      await ask(name, 'none', { token: 'forged' })
      await ask(name, 'none', { token })
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      const isLimited = route.access === 'public' || route.limited
      for (let time = 0; isLimited && time < 2; time++) await ask(name, 'none', { token, headers })
    }
  })

  test('what each endpoint refuses for reasons of its own', async () => {
    const ceremonies = new Ceremonies(inboard)
    const { person, passkey } = await ceremonies.holder()
    const { token, user, client } = person

    await ask('requestLink', '', { body: { email: user.email } })

    inboard.clock.advance(61_000)
    await client.requestAddressChange({ email: 'taken@example.com' })
    const change = await inboard.linkTo('taken@example.com')
    await inboard.signIn('taken@example.com')
    await ask('openLink', '', { body: { token: change } })
    for (const name of ofLinks) await ask(name, '', { body: { token: change } })
    await ask('requestAddressChange', '', { token })

    await ask('requestLink', '', { body: { email: 'late@example.com' } })
    const late = await inboard.linkTo('late@example.com')
    inboard.clock.advance(15 * 60_000)
    for (const name of ofLinks) await ask(name, '', { body: { token: late } })
    for (let made = 0; made < 51; made++) await ask('makeApiToken', '', { token })

    const strange = ceremonies.newPasskey()
    strange.userHandle = passkey.userHandle
    await ask('finishPasskeySignIn', '', { body: strange.assert(await ceremonies.startSignIn()) })
    const attest = async (departures = {}) => ({
      label: 'Key ring',
      credential: passkey.attest(await ceremonies.startRegistration(person), departures),
    })
    await ask('addPasskey', '', { token, body: await attest() })
    await ask('addPasskey', '', { token, body: await attest({ rpId: 'elsewhere.example' }) })

    await ask('setColumn', '', { token, body: { project_id: null, status_id: null, card_ids: ['none'] } })
    await refuseById(token)
    await refuseTooMuch(ceremonies, person)
    await refuseAfterAWhile(token)
  })

  const ofLinks = ['openLink', 'describeLink', 'declineLink'] as const

  /** What is refused because of what there is, or was. */
  async function refuseById(token: string): Promise<void> {
    const { body: first } = await ask('addProject', '', { token })
    const { body: second } = await ask('addProject', '', { token })
    const { body: placed } = await ask('addProjectCard', first.project.id, { token })
    await ask('addProject', '', { token })
    await ask('importFile', '', { token })

    const stale = { token, headers: { 'if-match': '"0"' } }
    for (const name of ['renameProject', 'removeProject'] as const) await ask(name, first.project.id, stale)
    for (const name of ['editCard', 'removeCard'] as const) await ask(name, placed.card.id, stale)

    const taken = { token, headers: { 'idempotency-key': placed.card.id } }
    await ask('addInboxCard', '', taken)
    await ask('addProjectCard', first.project.id, taken)
    await ask('addProject', '', taken)

    // A repetition, after what was created has gone.
    await ask('removeProject', second.project.id, { token })
    const cardKey = { token, headers: { 'idempotency-key': crypto.randomUUID() } }
    const projectKey = { token, headers: { 'idempotency-key': crypto.randomUUID() } }
    const { body: card } = await ask('addInboxCard', '', cardKey)
    const { body: project } = await ask('addProject', '', projectKey)
    await ask('restore', second.project.id, { token })
    await ask('removeCard', card.card.id, { token })
    await ask('removeProject', project.project.id, { token })
    for (const answer of [await ask('addInboxCard', '', cardKey), await ask('addProject', '', projectKey)]) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('idempotency-replayed')).toBe('true')
    }
  }

  /** What is refused to those who have as much as they may have. */
  async function refuseTooMuch(ceremonies: Ceremonies, { token, user }: SignedIn): Promise<void> {
    const { body: listed } = await ask('listProjects', '', { token })
    const [project] = listed.projects
    const { body: added } = await ask('addProjectCard', project.id, { token, body: { text: 'x' } })
    await ask('removeProject', listed.projects[1]?.id ?? '', { token })
    await ask('emptyBin', '', { token })
    const full = (what: string, count: number) =>
      database.exec(
        `update counters set cards = 0, bytes = 0, ${what} = ${count} where owner_id = '${user.id}'`,
      )
    full('cards', 10_000)
    await ask('addInboxCard', '', { token })
    await ask('addProjectCard', project.id, { token })
    await ask('importFile', '', { token })
    full('bytes', 8_000_000)
    await ask('importFile', '', { token })
    await ask('addInboxCard', '', { token })
    await ask('addProjectCard', project.id, { token })
    await ask('addProject', '', { token })
    await ask('editCard', added.card.id, { token, body: { text: 'longer' } })
    await ask('renameProject', project.id, { token, body: { title: 'A longer title' } })
    database.exec(`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 50)
      insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced,
        created_at)
      select 'p' || i, '${user.id}', 'c' || i, 'k', 0, 'l', '[]', 0, 0, '9' from n`)
    const credential = ceremonies
      .newPasskey()
      .attest((await ask('startPasskeyRegistration', '', { token })).body)
    await ask('addPasskey', '', { token, body: { label: 'One more', credential } })
  }

  /** What is refused to those who come from another state, or too often. */
  async function refuseAfterAWhile(token: string): Promise<void> {
    for (const name of ['changes', 'events'] as const) await ask(name, '', { token, query: '?since=1000' })
    const listening = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const { signal } = listening
    const streams = Array.from({ length: 20 }, () => fetch(`${inboard.url}/api/events`, { headers, signal }))
    for (const { status } of await Promise.all(streams)) expect(status).toBe(200)
    const { body } = await ask('events', '', { token })
    expect(body).toMatchObject({ code: 'rate_limited', retry_after: 5 })
    listening.abort()
    await eventually(
      async () => (await ask('events', '', { token })).status === 200 || undefined,
      'the server to notice that nobody listens any more',
    )
  }

  const tellsNothing = {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    detail: 'Something went wrong on our side. The X-Request-Id of this answer finds it in the log.',
  }

  test('that the database takes no writes for a while', async () => {
    const { token } = await inboard.signIn()
    const email = 'unopened@example.com'
    await inboard.client().requestLink({ email })
    const link = await inboard.linkTo(email)
    const writing = routeNames.filter((name) => !reading.includes(name))
    database.exec('begin immediate')
    try {
      const answers = await Promise.all(
        // These need a real token: an unknown one is refused without a write.
        writing.map((name) =>
          ask(name, 'none', {
            token,
            ...(ofLinks.includes(name as (typeof ofLinks)[number]) && { body: { token: link } }),
          }),
        ),
      )
      for (const { body } of answers) expect(body).toMatchObject({ status: 503, code: 'unavailable' })
      // Each operation of a batch is refused as it would be alone.
      const operations = [{ method: 'DELETE', path: '/api/bin' }]
      const { body } = await ask('batch', '', { token, body: { operations } })
      expect(body.results).toEqual([{ status: 503, body: answers[writing.indexOf('emptyBin')]?.body }])
    } finally {
      database.exec('rollback')
    }
    expect((await inboard.request('POST', '/api/projects', { token, body: { title: 'Again' } })).status).toBe(
      201,
    )
  })

  test('that the database is ruined: a 500 tells nothing of its cause, but the log does, by its id', async () => {
    const { token } = await inboard.signIn()
    database.exec('pragma foreign_keys = off; drop view counted_projects')
    const board = ['cards', 'statuses', 'projects', 'bin', 'tombstones', 'idempotency_keys', 'counters']
    for (const table of [...board, 'challenges', 'passkeys', 'sessions', 'api_tokens', 'outbox', 'links']) {
      database.exec(`drop table ${table}`)
    }
    const answers = new Map<RouteName, Answer>()
    const untouched = ['requestLink', 'requestAddressChange', 'batch']
    for (const name of routeNames) {
      if (!untouched.includes(name)) answers.set(name, await ask(name, 'none', { token }))
    }
    database.exec('drop table users')
    for (const name of untouched as RouteName[]) answers.set(name, await ask(name, 'none', { token }))

    for (const [name, { body, headers }] of answers) {
      expect([name, body]).toEqual([name, tellsNothing])
      const lines = inboard.log.filter(({ reqId }) => reqId === headers.get('x-request-id'))
      expect([name, lines]).toEqual([name, [expect.objectContaining({ level: 50 })]])
      expect([name, JSON.stringify(lines)]).toEqual([name, expect.stringContaining('no such table')])
    }
  })

  test('alive is alive, and counting goes on, whatever else is ruined', async () => {
    expect((await inboard.request('GET', '/healthz')).body).toEqual({ status: 'alive' })
    const metrics = await inboard.request('GET', '/metrics')
    expect(metrics.status).toBe(200)
    expect(metrics.text).toContain('inboard_mail_waiting Nan')
  })

  test('and that is all of it', () => {
    const declared = routeNames.flatMap((name) => [
      `${name} ${routes[name].status}`,
      ...problemsOf(name).map((problem) => `${name} ${problems[problem].status} ${codeOf(problem)}`),
    ])
    // Two kinds are left out: a SQLite file cannot be made unreadable from outside, and a request that the HTTP parser
    // rejects is answered before its route is known (see http-parser.test.ts).
    const possible = declared.filter(
      (one) =>
        !reading.some((name) => one === `${name} 503 unavailable`) &&
        !/malformed_request|request_timeout|headers_too_large/.test(one),
    )
    expect([...seen].sort()).toEqual(possible.sort())
  })
})
