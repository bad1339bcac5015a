import { beforeAll, describe, expect, test } from 'vitest'
import type { RouteName } from '../../src/contract/plain/paths.ts'
import { type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { outcome } from '../support/authenticator/ceremonies.ts'
import type { SignedIn } from '../support/service/inboard.ts'
import { inboard } from '../support/service/shared.ts'
import { requestLineOf, wellFormed } from '../support/service/well-formed.ts'

const about = (name: RouteName): Route => routes[name]
const withSession = routeNames.filter((name) => about(name).access !== 'public')
const withBody = routeNames.filter((name) => about(name).body)
const writing = routeNames.filter((name) => about(name).write)
const missing = '01a1dd4b-2842-7000-b798-25bc6374fed5'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

/** Bodies by the problem they get, in the order in which the checks are made. Those too large for a file would take long to send. */
const badBodies = (name: RouteName) => ({
  '415 unsupported_media_type': { body: 'text', headers: { 'content-type': 'text/plain' } },
  ...(name !== 'importFile' && {
    '413 payload_too_large': { body: `"${'x'.repeat(about(name).bodyLimit ?? 64 * 1024)}"` },
  }),
  '400 malformed_json': { body: '{' },
  '422 validation_failed': { body: '[]' },
})

describe('the order of checks: route, session, body, existence', () => {
  test('without a session nothing else is checked', async () => {
    for (const name of withSession) {
      const [method, path] = requestLineOf(name, missing)
      const bodies = [{}, { body: wellFormed[name] }, ...Object.values(badBodies(name))]
      for (const sent of method === 'GET' ? [{}] : bodies) {
        expect([name, outcome(await inboard.request(method, path, sent))]).toEqual([
          name,
          '401 unauthenticated',
        ])
      }
    }
  })

  test('a session is not even looked at where none is needed', async () => {
    for (const name of routeNames.filter((one) => about(one).access === 'public')) {
      const [method, path] = requestLineOf(name, missing)
      const body = about(name).body && wellFormed[name]
      const sent = { token: 'nonsense', ...(body && { body }) }
      const { status } = await inboard.request(method, path, sent)
      expect([name, status]).not.toEqual([name, 401])
    }
  })

  test('a body that cannot be one is refused before anything is looked for', async () => {
    for (const name of withBody) {
      const [method, path] = requestLineOf(name, missing)
      for (const [refusal, sent] of Object.entries(badBodies(name))) {
        const answer = await inboard.request(method, path, { token: person.token, ...sent })
        expect([name, outcome(answer)]).toEqual([name, refusal])
      }
      const answer = await inboard.request(method, path, { token: person.token })
      expect([name, outcome(answer)]).toEqual([name, '400 malformed_json'])
    }
  })

  test('a key that cannot be one is refused before anything is looked for', async () => {
    for (const name of writing) {
      const [method, path] = requestLineOf(name, missing)
      const body = about(name).body && wellFormed[name]
      const headers = { 'idempotency-key': 'two words' }
      const sent = { token: person.token, headers, ...(body && { body }) }
      const answer = await inboard.request(method, path, sent)
      expect([name, outcome(answer)]).toEqual([name, '422 validation_failed'])
    }
  })
})
