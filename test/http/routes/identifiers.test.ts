import { beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, routeNames } from '../../../src/contract/routes.ts'
import { answerTo } from '../../support/network/raw-http.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { expectNothing } from './nothing.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

describe('an identifier that cannot be one', () => {
  const identifiers = {
    short: 'x',
    'a number': '42',
    'in upper case': '01A1DD4B-2842-7000-B798-25BC6374FED5',
    'with a space': '01a1dd4b 2842',
    'with a NUL': 'a\u0000b',
    'of another script': 'карта',
    'an emoji': '🗂',
    'a path': '../projects',
    'a quote': `' or 1=1 --`,
    'a per cent sign': '%',
    'longer than any': 'a'.repeat(9000),
    'of white space': ' ',
    'a dot': '.',
  }
  const withId = routeNames.filter((name) => methodAndPath(name)[1].includes('{'))

  for (const [what, id] of Object.entries(identifiers)) {
    test(`${what} is a missing resource everywhere`, async () => {
      for (const name of withId) {
        const [method, path] = methodAndPath(name)
        const body = { title: 'Garden', text: 'Weed' }
        const target = path.replace(/\{\w+\}/, [...Buffer.from(id)].map(hex).join(''))
        const sent = `Content-Type: application/json\r\nContent-Length: ${JSON.stringify(body).length}\r\n\r\n${JSON.stringify(body)}`
        const answer = await answerTo(
          inboard.url,
          `${method} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n${sent}`,
        )
        expect([name, answer.status, answer.code]).toEqual([name, 404, 'not_found'])
      }
    })
  }

  const hex = (byte: number) =>
    /[\w-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).padStart(2, '0')}`

  test.for(['%zz', '%', '%f', '%ff', '%c3%28', '%ed%a0%80', '%00%zz'])('%s in a path is 404', async (id) => {
    for (const name of withId) {
      const [method, path] = methodAndPath(name)
      await expectNothing(
        method,
        path.replace(/\{\w+\}/, id),
        `Authorization: Bearer ${person.token}\r\n\r\n`,
      )
    }
  })
})
