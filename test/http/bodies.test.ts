import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { sendRaw } from '../support/network/raw-http.ts'
import {
  type RequestOptions,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'
import { requestLineOf, wellFormed, wellFormedQuery } from '../support/service/well-formed.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
})
afterAll(() => inboard.stop())

const post = (body: unknown, headers: Record<string, string> = {}) =>
  inboard.request('POST', '/api/inbox/cards', { token: person.token, body, headers } as RequestOptions)
const cards = async () => (await person.client.listInboxCards()).cards
const weed = '{"text":"Weed"}'

async function expectRefused(refusal: string, body: unknown, headers?: Record<string, string>) {
  const before = await cards()
  expect(outcome(await post(body, headers))).toBe(refusal)
  expect(await cards()).toEqual(before)
}

describe('the type of a body', () => {
  test.for([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json ; charset="utf-8"',
    'application/json; profile=x; charset=utf-8',
  ])('%s is taken', async (type) => {
    expect(outcome(await post(weed, { 'content-type': type }))).toBe('201')
  })

  test.for([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/problem+json',
    'application/jsonp',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/octet-stream',
    '*/*',
    'json',
    '///',
    ';',
  ])('%s is not', async (type) => {
    await expectRefused('415 unsupported_media_type', weed, { 'content-type': type })
  })

  test('none at all is not', async () => {
    const before = await cards()
    const { answers } = await sendRaw(
      inboard.url,
      `POST /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Length: 15\r\n\r\n${weed}`,
      1,
    )
    expect(answers.map(({ status, code }) => [status, code])).toEqual([[415, 'unsupported_media_type']])
    expect(await cards()).toEqual(before)
  })

  test('a compressed one is not, however it is announced', async () => {
    await expectRefused('415 unsupported_media_type', gzipSync(weed), { 'content-encoding': 'gzip' })
    await expectRefused('415 unsupported_media_type', weed, { 'content-encoding': 'br' })
    const { answers } = await sendRaw(
      inboard.url,
      `POST /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\nf\r\n${weed}\r\n0\r\n\r\n`,
      1,
    )
    expect(answers.map(({ status, code }) => [status, code])).toEqual([[415, 'unsupported_media_type']])
    expect(outcome(await post(weed, { 'content-encoding': 'identity' }))).toBe('201')
  })
})

describe('what a body must be', () => {
  test.for([
    ['empty', ''],
    ['white space', ' \r\n\t '],
    ['cut off', '{"text":"Weed"'],
    ['a word', 'weed'],
    ['two values', '{"text":"a"}{"text":"b"}'],
    ['in single quotes', "{'text':'Weed'}"],
    ['with a comma too many', '{"text":"Weed",}'],
    ['with a comment', '{"text":"Weed"/*!*/}'],
    ['NaN', '{"text":"a","position":NaN}'],
    ['a number with a plus', '{"text":"a","position":+1}'],
    ['a number with a leading zero', '{"text":"a","position":01}'],
    ['hexadecimal', '{"text":"a","position":0x1}'],
    ['with a raw control character', '{"text":"a\u0001b"}'],
    ['with a broken escape', '{"text":"\\x41"}'],
    ['undefined', 'undefined'],
    ['with __proto__', '{"text":"a","__proto__":{"complete":true}}'],
    ['with __proto__ as null', '{"text":"a","__proto__":null}'],
    ['with an escaped __proto__', '{"text":"a","\\u005f_proto__":{}}'],
    ['with __proto__ deep inside', '{"text":"a","more":[{"deep":{"__proto__":1}}]}'],
    ['UTF-16', Buffer.from(`\ufeff${weed}`, 'utf16le')],
    ['Latin-1', Buffer.from('{"text":"caf\u00e9"}', 'latin1')],
    ['cut off in a character', Buffer.from('{"text":"é').subarray(0, -1)],
    [
      'an overlong encoding',
      Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('%s is 400', async ([, body]) => {
    await expectRefused('400 malformed_json', body)
  })

  test('no body at all is 400, with or without a type', async () => {
    await expectRefused('400 malformed_json', undefined)
    await expectRefused('400 malformed_json', undefined, { 'content-type': 'application/json' })
  })

  test.for(['[]', '[{"text":"Weed"}]', 'null', 'true', '42', '"Weed"', '1e999'])(
    '%s is JSON but no object: 422, wherever a body is taken',
    async (body) => {
      for (const name of routeNames.filter((one) => wellFormed[one])) {
        const [method, path] = requestLineOf(name, 'none')
        const answer = await inboard.request(method, path, { token: person.token, body })
        expect([name, outcome(answer)]).toEqual([name, '422 validation_failed'])
        expect([name, answer.body.errors]).toEqual([name, [{ field: '', message: 'must be an object' }]])
      }
    },
  )

  test.for([
    ['members that nobody knows', '{"text":"Weed","colour":"green","id":1,"owner_id":"x","status_id":null}'],
    [
      'members named like parts of every object',
      '{"text":"Weed","constructor":{"prototype":{}},"toString":1,"hasOwnProperty":0}',
    ],
    ['a name that only looks like it', '{"text":"Weed","__proto":1,"proto__":2}'],
    ['white space around it', ` \r\n${weed}\n `],
    ['a byte order mark', `\ufeff${weed}`],
    ['escapes', '{"\\u0074ext":"\\u0057eed"}'],
    [
      'members twice, of which the last counts',
      '{"text":"Not this","complete":true,"text":"Weed","complete":false}',
    ],
  ])('%s is no trouble', async ([, body]) => {
    const answer = await post(Buffer.from(body ?? ''))
    expect(outcome(answer)).toBe('201')
    expect(answer.body.card).toMatchObject({ text: 'Weed', complete: false, owner_id: person.user.id })
  })

  test('talk of __proto__ inside a text is no member of that name', async () => {
    const text = '"__proto__": 1'
    expect((await post({ text })).body.card.text).toBe(text)
  })
})

describe('how large a body may be', () => {
  const limits = {
    '/api/inbox/cards': 64 * 1024,
    '/api/cards/order': 1024 * 1024,
    '/api/batch': 1024 * 1024,
    '/api/import': 32 * 1024 * 1024,
  }
  const padded = {
    '/api/inbox/cards': (size: number) => fill('{"text":"Weed","padding":"', size),
    '/api/cards/order': (size: number) =>
      fill('{"project_id":null,"status_id":null,"card_ids":[],"padding":"', size),
    '/api/batch': (size: number) => fill('{"operations":[],"padding":"', size),
    '/api/import': (size: number) =>
      fill('{"format":"inboard","version":1,"projects":[],"inbox":[],"padding":"', size),
  }
  const fill = (start: string, size: number) => `${start}${'x'.repeat(size - start.length - 2)}"}`
  const send = (path: keyof typeof padded, bytes: string, framing: 'length' | 'chunks') => {
    const head = `${path.endsWith('order') ? 'PUT' : 'POST'} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\n`
    const chunks = () => {
      const parts = bytes.match(/.{1,40000}/g) ?? []
      return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`
    }
    return sendRaw(
      inboard.url,
      framing === 'length'
        ? `${head}Content-Length: ${bytes.length}\r\n\r\n${bytes}`
        : `${head}Transfer-Encoding: chunked\r\n\r\n${chunks()}`,
      1,
    )
  }

  for (const [path, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    for (const framing of ['length', 'chunks'] as const) {
      test(`${path} takes ${limit} bytes sent by ${framing}, and not one more`, async () => {
        const statuses = []
        for (const size of [limit - 1, limit, limit + 1]) {
          const { answers } = await send(path, padded[path](size), framing)
          statuses.push(...answers.map(({ status, code }) => (code ? `${status} ${code}` : status)))
        }
        const taken = ['/api/inbox/cards', '/api/import'].includes(path) ? 201 : 200
        expect(statuses).toEqual([taken, taken, '413 payload_too_large'])
      })
    }
  }

  test('bytes are counted, not characters', async () => {
    const body = fill('{"text":"Weed","padding":"', 40_000).replaceAll('x', 'é')
    expect(outcome(await post(body))).toBe('413 payload_too_large')
  })

  test('whoever sends ten megabytes can read the answer', async () => {
    const bytes = Buffer.alloc(10_000_000, 'x')
    for (let round = 0; round < 2; round++) {
      expect(outcome(await post(bytes))).toBe('413 payload_too_large')
      for (const framing of ['length', 'chunks'] as const) {
        const { answers } = await send('/api/inbox/cards', bytes.toString(), framing)
        expect(answers.map(({ code }) => code)).toEqual(['payload_too_large'])
      }
    }
  })

  test.for([
    ['413 payload_too_large', 'POST /api/auth/magic-link'],
    ['401 unauthenticated', 'POST /api/inbox/cards'],
    ['404 not_found', 'POST /api/nothing'],
  ])('%s can be read also by someone who wants the connection closed after it', async ([refusal, target]) => {
    const head = `${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`
    const bytes = `${head}Content-Length: 10000000\r\n\r\n${'x'.repeat(10_000_000)}`
    const { answers, end } = await sendRaw(inboard.url, bytes)
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([refusal])
    expect(end).toBe('closed')
  })

  test('a megabyte of mistakes does not hold up everyone else', async () => {
    const listing = (members: number, member: string) =>
      `{"project_id":null,"status_id":null,"card_ids":[${Array(members).fill(member).join(',')}]}`
    const tooMany = { field: 'card_ids', message: 'must have at most 10000 members' }
    const time = async (body: string, ...mistakes: { field: string; message: string }[]) => {
      const start = performance.now()
      const answer = await inboard.request('PUT', '/api/cards/order', { token: person.token, body })
      expect(answer.body.errors).toEqual([tooMany, ...mistakes])
      return performance.now() - start
    }
    const times: { wrong: number; right: number }[] = []
    for (let round = 0; round < 5; round++) {
      times.push({
        wrong: await time(listing(39_000, '1'), { field: 'card_ids.0', message: 'must be text' }),
        right: await time(listing(39_000, '""')),
      })
    }
    // Refusing 39,000 wrong members costs no more than reading them. An error for each would cost 50 times that.
    const best = (kind: 'wrong' | 'right') => Math.min(...times.map((round) => round[kind]))
    expect(best('wrong')).toBeLessThan(best('right') * 8)
  })

  test('what would take long to parse is refused before it is parsed, and text may be anything', async () => {
    const refused = [{ field: '', message: 'must not have so many values, or so many within each other' }]
    const send = async (members: string) => {
      const body = `{"project_id":null,"status_id":null,"card_ids":[]${members}}`
      const { status, body: answer } = await inboard.request('PUT', '/api/cards/order', {
        token: person.token,
        body,
      })
      return status === 200 ? status : answer.errors
    }
    const many = (text: string, count: number) => Array(count).fill(text).join(',')
    expect(await send(`,"a":[${many('1', 300_000)}]`)).toEqual(refused)
    expect(await send(`,"a":{${many('"b":1', 100_000)}}`)).toEqual(refused)
    expect(await send(`,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toEqual(refused)
    expect(await send(`,"a":${'['.repeat(50)}${many('""', 30_000)}${']'.repeat(50)}`)).toBe(200)
    expect(await send(`,"a":"${'[{:,\\"'.repeat(100_000)}"`)).toBe(200)
  })
})

describe('a body that nobody asked for', () => {
  const without = routeNames.filter((name) => !(routes[name] as Route).body)
  const bodies: Record<string, RequestOptions> = {
    JSON: { body: { text: 'Weed' } },
    'broken JSON': { body: '{{{' },
    'with __proto__': { body: '{"__proto__":1}' },
    'of a broken type': { body: 'abc', headers: { 'content-type': '///' } },
    'of another type': { body: 'abc', headers: { 'content-type': 'text/plain' } },
    'said to be compressed': { body: 'abc', headers: { 'content-encoding': 'gzip' } },
    'of 100 kilobytes': { body: 'x'.repeat(100_000) },
    'of 3 megabytes': { body: 'x'.repeat(3_000_000) },
    'of no length': { body: '' },
  }

  for (const name of without) {
    const [, pattern] = methodAndPath(name)
    // There is none to remove: a 404 shows that the body was ignored and the thing was looked up.
    const expected = /^\/api\/(?:passkeys|sessions|tokens)\/\{/.test(pattern) ? 404 : routes[name].status

    test(`${methodAndPath(name).join(' ')} ignores it, whatever it is`, async () => {
      const { client, token } = person
      for (const [what, options] of Object.entries(bodies)) {
        const { project } = await client.addProject({ title: what })
        const { card } = await client.addInboxCard({ text: what })
        if (pattern.startsWith('/api/bin')) await client.removeCard({ id: card.id })
        const [method, path] = requestLineOf(
          name,
          /^\/api\/(?:cards|bin)\//.test(pattern) ? card.id : project.id,
        )
        const answer =
          method === 'GET'
            ? await getWithBody(path + wellFormedQuery(name), options, token)
            : await inboard.request(method, path, { token, ...options })
        expect([what, answer.status]).toEqual([what, expected])
        await client.removeProject({ project_id: project.id }).catch(() => {})
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
