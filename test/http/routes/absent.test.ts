import { beforeAll, describe, test } from 'vitest'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { expectNothing, methods } from './nothing.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

const bodies = {
  'no body': '\r\n',
  'a JSON body': 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'a body that is not JSON': 'Content-Type: application/json\r\nContent-Length: 4\r\n\r\n{{{{',
  'a body of no type': 'Content-Length: 4\r\n\r\nabcd',
  'a body of a broken type': 'Content-Type: ///;;\r\nContent-Length: 4\r\n\r\nabcd',
  'a chunked body': 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n',
}

describe('unknown paths', () => {
  const absent = {
    'a removed route, registration': '/api/auth/register',
    'a removed route, signing in with a password': '/api/auth/login',
    'a removed route, sending the verification again': '/api/email/verification',
    'an unknown route of the API': '/api/nothing',
    'an unknown page': '/nothing/at/all',
    'a path below a known one': '/api/me/again',
    'a path above a known one': '/api',
  }
  for (const [what, path] of Object.entries(absent)) {
    test(`${what} is 404 for every method, whatever is sent`, async () => {
      const sent = methods.flatMap((method) => Object.values(bodies).map((body) => ({ method, body })))
      await Promise.all(sent.map(({ method, body }) => expectNothing(method, path, body)))
    })
  }

  test('it is 404 with and without a session, and with a broken one', async () => {
    for (const authorization of [`Bearer ${person.token}`, 'Bearer nonsense', 'Basic YTpi']) {
      await expectNothing('POST', '/api/auth/login', `Authorization: ${authorization}\r\n\r\n`)
    }
  })
})
