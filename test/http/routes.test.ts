import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, routeNames } from '../../src/contract/routes.ts'
import { answerTo, sendRaw } from '../support/network/raw-http.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { requestLineOf } from '../support/service/well-formed.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
})
afterAll(() => inboard.stop())

const nothing = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  code: 'not_found',
  detail: 'There is nothing here.',
}

// Some of these `fetch` refuses to send, so requests are written to the socket by hand.
const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY PROPFIND PURGE M-SEARCH'.split(' ')

const bodies = {
  'no body': '\r\n',
  'a JSON body': 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'a body that is not JSON': 'Content-Type: application/json\r\nContent-Length: 4\r\n\r\n{{{{',
  'a body of no type': 'Content-Length: 4\r\n\r\nabcd',
  'a body of a broken type': 'Content-Type: ///;;\r\nContent-Length: 4\r\n\r\nabcd',
  'a chunked body': 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n',
}

async function expectNothing(method: string, path: string, rest = '\r\n') {
  const bytes = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${rest}`
  const { answers, rest: after, end } = await sendRaw(inboard.url, bytes)
  const [answer] = method === 'HEAD' ? [headOnly(after)] : answers
  expect({ path, method, status: answer?.status, end }).toEqual({ path, method, status: 404, end: 'closed' })
  if (method !== 'HEAD') expect(JSON.parse(answer?.text ?? '')).toEqual(nothing)
}

/** Parsed separately, because an answer to HEAD has the Content-Length of a body that is not sent. */
function headOnly(text: string) {
  const [head = '', body] = text.split('\r\n\r\n')
  expect(body).toBe('')
  expect(head).toMatch(/\r\nx-request-id: \S+/i)
  expect(head).toMatch(/\r\ncontent-type: application\/problem\+json/i)
  return { status: Number(head.split(' ')[1]), text: '' }
}

describe('what does not exist', () => {
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
    test(`${what} is 404 for every method, whatever is sent along`, async () => {
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

describe('a known path with a method it does not have', () => {
  /** Matched by pattern, because GET /api/cards/order exists too: it is GET /api/cards/{id}. */
  const exists = (method: string, path: string) =>
    routeNames.map(methodAndPath).some(([own, pattern]) => {
      const matches = new RegExp(`^${pattern.replace(/\{\w+\}/, '[^/]+')}$`).test(path)
      return own === method && matches
    })
  const known = new Set(routeNames.map((name) => requestLineOf(name, 'some-id')[1]))

  for (const path of known) {
    test(`${path} is 404 for every other method`, async () => {
      const others = methods.filter((method) => !exists(method, path))
      expect(others.length).toBeGreaterThan(7)
      await Promise.all(others.map((method) => expectNothing(method, path)))
    })
  }

  test('pages, probes and metrics are there to be read only', async () => {
    const paths = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics', '/assets/docs.css']
    const others = methods.filter((method) => !['GET', 'HEAD'].includes(method))
    await Promise.all(paths.flatMap((path) => others.map((method) => expectNothing(method, path))))
  })
})

describe('how a path may be written', () => {
  const me = async (target: string) =>
    await answerTo(
      inboard.url,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
    )

  test.for([
    ['as it is', '/api/me'],
    ['with a slash at its end', '/api/me/'],
    ['with a query', '/api/me?and=so&on'],
    ['with a broken query', '/api/me?%zz=%ff&%'],
    ['with needless percent-encoding', '/api/%6De'],
    ['in absolute form, as a proxy is asked', 'http://inboard.example/api/me'],
    ['in absolute form with another scheme', 'https://inboard.example:444/api/me?x'],
  ])('%s it is found', async ([, target = '']) => {
    const answer = await me(target)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).user.email).toBe(person.user.email)
  })

  test.for([
    ['with two slashes before it', '//api/me'],
    ['with two slashes at its end', '/api/me//'],
    ['with two slashes inside it', '/api//me'],
    ['in upper case', '/API/me'],
    ['with steps up', '/api/../api/me'],
    ['with encoded steps up', '/api/%2e%2e/api/me'],
    ['with an encoded slash', '/api%2Fme'],
    ['with a semicolon', '/api/me;v=1'],
    ['with broken percent-encoding', '/api/me%'],
    ['with bytes that are no UTF-8', '/%ff%fe'],
    ['with half of a character', '/%E0%A4%A'],
    ['with back-slashes', '/api\\me'],
    ['with a NUL', '/api/me%00'],
    ['in absolute form without a path of ours', 'http://inboard.example/me'],
  ])('%s it is not', async ([, target = '']) => {
    const answer = await me(target)
    expect([answer.status, answer.text]).toEqual([404, JSON.stringify(nothing)])
  })

  test('the server as a whole has no options', async () => {
    await expectNothing('OPTIONS', '*')
  })
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
