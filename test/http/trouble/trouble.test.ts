import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { codeOf, problems } from '../../../src/contract/problem.ts'
import { problemsOf, routeNames, routes } from '../../../src/contract/routes.ts'
import type { Answer } from '../../support/service/inboard.ts'
import { requestLineOf } from '../../support/service/well-formed.ts'

import { ofLinks, startTroubled, type Troubled } from './asking.ts'
import { refuseOfAKind } from './of-a-kind.ts'
import { refuseOfItsOwn } from './of-its-own.ts'
import { succeedEverywhere } from './successes.ts'

// On SQLite, whose file can be damaged from outside. The order matters: each test leaves the service in a worse state.
describe('everything that the contract declares can happen', () => {
  let troubled: Troubled
  beforeAll(async () => {
    troubled = await startTroubled()
  })
  afterAll(() => troubled.stop())

  // A batch only reads who sent it. Its operations write.
  const readByPost = ['batch', 'describeLink', 'describeAuthorization', 'refuseAuthorization']
  const reading = routeNames.filter(
    (name) => requestLineOf(name, '')[0] === 'GET' || readByPost.includes(name),
  )

  test('successful responses', async () => {
    await succeedEverywhere(troubled)
    const successes = routeNames.map((name) => `${name} ${routes[name].status}`)
    expect([...troubled.seen].sort()).toEqual(successes.sort())
  })

  test('errors that every endpoint of a kind has', () => refuseOfAKind(troubled))

  test('errors that only some endpoints have', () => refuseOfItsOwn(troubled))

  const tellsNothing = {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    detail: 'Something went wrong on our side. The log has more, under the X-Request-Id of this answer.',
  }

  test('that the database takes no writes for a while', async () => {
    const { inboard, database, ask } = troubled

    const { token } = await inboard.signIn()
    const email = 'unopened@example.com'
    await inboard.client().requestLink({ email })
    const link = await inboard.linkTo(email)
    const writing = routeNames.filter((name) => !reading.includes(name))
    // Each as somebody else: one account would wait for itself, again and again for as long as a writer is patient.
    const people = await Promise.all(writing.map(() => inboard.signIn()))
    database.exec('begin immediate')
    try {
      const operations = [{ method: 'DELETE', path: '/api/bin' }]
      const [batch, ...answers] = await Promise.all([
        ask('batch', '', { token, body: { operations } }),
        // Of links, these need a real one: an unknown one is refused without a write.
        ...writing.map((name, index) =>
          ask(name, 'none', {
            token: people[index]?.token,
            ...(ofLinks.includes(name as (typeof ofLinks)[number]) && { body: { token: link } }),
          }),
        ),
      ])
      for (const { body } of answers) expect(body).toMatchObject({ status: 503, code: 'unavailable' })
      // Each operation of a batch is refused as it would be alone.
      expect(batch.body.results).toEqual([{ status: 503, body: answers[writing.indexOf('emptyBin')]?.body }])
    } finally {
      database.exec('rollback')
    }
    expect((await inboard.request('POST', '/api/projects', { token, body: { title: 'Again' } })).status).toBe(
      201,
    )
  })

  test('that the database is ruined: a 500 tells nothing of its cause, but the log does, by its id', async () => {
    const { inboard, database, ask } = troubled

    const { token } = await inboard.signIn()
    database.exec('pragma foreign_keys = off; drop view counted_projects')
    const board = ['cards', 'statuses', 'projects', 'bin', 'tombstones', 'idempotency_keys', 'counters']
    for (const table of [
      ...board,
      'set_backs',
      'challenges',
      'passkeys',
      'sessions',
      'authorization_codes',
      'api_tokens',
      'outbox',
      'links',
    ]) {
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
    const { inboard } = troubled

    expect((await inboard.request('GET', '/healthz')).body).toEqual({ status: 'alive' })
    const metrics = await inboard.request('GET', '/metrics')
    expect(metrics.status).toBe(200)
    expect(metrics.text).toContain('inboard_mail_waiting Nan')
  })

  test('every declared answer was seen', () => {
    const declared = routeNames.flatMap((name) => [
      `${name} ${routes[name].status}`,
      ...problemsOf(name).map((problem) => `${name} ${problems[problem].status} ${codeOf(problem)}`),
    ])
    // Two kinds are left out: a SQLite file cannot be made unreadable from outside, and a request that the HTTP parser
    // rejects is answered before its route is known (see test/http/parser).
    const possible = declared.filter(
      (one) =>
        !reading.some((name) => one === `${name} 503 unavailable`) &&
        !/malformed_request|request_timeout|headers_too_large/.test(one),
    )
    expect([...troubled.seen].sort()).toEqual(possible.sort())
  })
})
