import { describe, expect, test } from 'vitest'
import { methodAndPath, type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { sendRaw } from '../../support/network/raw-http.ts'
import type { RequestOptions } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { requestLineOf, wellFormedQuery } from '../../support/service/well-formed.ts'

describe('an unexpected body', () => {
  const without = routeNames.filter((name) => !(routes[name] as Route).body)
  const bodies: Record<string, RequestOptions> = {
    JSON: { body: { text: 'Weed' } },
    'broken JSON': { body: '{{{' },
    'with __proto__': { body: '{"__proto__":1}' },
    'of a broken type': { body: 'abc', headers: { 'content-type': '///' } },
    'of another type': { body: 'abc', headers: { 'content-type': 'text/plain' } },
    'said to be compressed': { body: 'abc', headers: { 'content-encoding': 'gzip' } },
    'of 100 kilobytes': { body: 'x'.repeat(100_000) },
    'of no length': { body: '' },
  }
  const large = { body: 'x'.repeat(3_000_000) }

  for (const [index, name] of without.entries()) {
    const [, pattern] = methodAndPath(name)
    // There is none to remove: a 404 shows that the body was ignored and the thing was looked up.
    const expected = /^\/api\/(?:passkeys|sessions|tokens)\/\{/.test(pattern) ? 404 : routes[name].status

    test(`${methodAndPath(name).join(' ')} ignores it, whatever it is`, async () => {
      const { client, token } = await inboard.signIn()
      // Two meet all of them; the others, which ignore it in the same place, meet three each, in turn.
      const meetsAll = name === 'listProjects' || name === 'emptyBin'
      const some = Object.entries(bodies).filter((_, at) => meetsAll || (at + index) % 8 < 3)
      for (const [what, options] of [...some, ...(meetsAll ? [['large', large] as const] : [])]) {
        let id = 'none'
        if (pattern.startsWith('/api/projects/')) id = (await client.addProject({ title: what })).project.id
        if (/^\/api\/(?:cards|bin)\//.test(pattern)) id = (await client.addInboxCard({ text: what })).card.id
        if (pattern.startsWith('/api/bin/')) await client.removeCard({ id })
        const [method, path] = requestLineOf(name, id)
        const answer =
          method === 'GET'
            ? await getWithBody(path + wellFormedQuery(name), options, token)
            : await inboard.request(method, path, { token, ...options })
        expect([what, answer.status]).toEqual([what, expected])
      }
    })
  }

  /** Over a raw connection, because `fetch` refuses to send a GET with a body. */
  async function getWithBody(path: string, { body, headers }: RequestOptions, token: string) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const lines = Object.entries({ 'content-type': 'application/json', ...headers })
    const { answers } = await sendRaw(
      inboard.url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}Content-Length: ${text.length}\r\n\r\n${text}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
      path === '/api/events' ? 1 : 2,
    )
    // The next request on the same connection is not swallowed as part of the body. A stream is the last on its own.
    if (path !== '/api/events') expect(answers[1]?.text).toBe('{"status":"alive"}')
    return { status: answers[0]?.status }
  }
})
