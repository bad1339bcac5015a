import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDocuments } from '../../../src/server/oauth/documents.ts'
import type { Network } from '../../../src/server/oauth/fetch-json.ts'
import { answering } from '../../support/network/answering.ts'
import { nameServer } from '../../support/network/name-server.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { eventually, TestClock } from '../../support/service/inboard.ts'

type Respond = (response: ServerResponse, request: IncomingMessage) => void

let respond: Respond = () => {}
let requests: IncomingMessage[] = []
const host = answering((request, response) => {
  requests.push(request)
  respond(response, request)
})
const names = nameServer(() => ['127.0.0.1'])

let clock: TestClock
let documents: ReturnType<typeof createDocuments>
const start = (network: Network = {}) =>
  createDocuments({
    clock,
    version: '1.2.3',
    nameServers: [names.address],
    ...network,
  })
beforeEach(() => {
  clock = new TestClock()
  documents = start()
  requests = []
  names.asked = []
  respond = (response, request) => json(response, aboutClient(`${host.url}${request.url}`))
})

const redirect = 'https://agent.example/callback'
const aboutClient = (id: string) => ({ client_id: id, client_name: 'Agent', redirect_uris: [redirect] })

function json(response: ServerResponse, content: unknown, headers: Record<string, string> = {}): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text)
}

const find = (path = '/client.json', owner = 'ada') => documents.find(host.url + path, asker(owner))
/** Somebody at this machine, for whom alone documents on this machine may be read. */
const asker = (ownerId = 'ada') => ({ ownerId, isHere: true })
const untrusted = (detail: string | RegExp) => ({
  problem: { code: 'oauth_client_invalid', detail: expect.stringMatching(detail) },
})

describe('a client with a document about it', () => {
  test('is vouched for by the host of the document', async () => {
    expect(await find()).toEqual({
      id: `${host.url}/client.json`,
      name: 'Agent',
      host: new URL(host.url).host,
      redirectUris: [redirect],
    })
  })

  test('is asked for by a request that says who asks, and nothing else', async () => {
    await find('/client/1.json')
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/client/1.json']])
    expect(requests[0]?.headers).toEqual({
      host: new URL(host.url).host,
      'user-agent': 'Inboard/1.2.3',
      accept: 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  test('is asked for directly, whatever proxy the environment names', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = 'http://127.0.0.1:1'
    try {
      expect(await find()).toMatchObject({ name: 'Agent' })
    } finally {
      for (const name of names) delete process.env[name]
    }
  })

  test.each(['application/json; charset=utf-8', 'application/oauth-client+json', 'Application/JSON'])(
    'may send it as %s',
    async (type) => {
      respond = (response, { url }) => json(response, aboutClient(host.url + url), { 'content-type': type })
      expect(await find()).toMatchObject({ name: 'Agent' })
    },
  )

  test.each([
    [undefined, () => new URL(host.url).host],
    [1, () => new URL(host.url).host],
    ['\u202e', () => new URL(host.url).host],
    ['Agent\n\u200bof Ada', () => 'Agent of Ada'],
    ['x'.repeat(500), () => 'x'.repeat(100)],
  ])('that calls itself %j', async (name, shown) => {
    respond = (response, { url }) => json(response, { ...aboutClient(host.url + url), client_name: name })
    expect((await find()).name).toBe(shown())
  })

  test('may have exactly 5 KiB', async () => {
    const ofLength = (length: number) => {
      const text = JSON.stringify(aboutClient(`${host.url}/client.json`))
      return text + ' '.repeat(length - text.length)
    }
    respond = (response) => json(response, ofLength(5 * 1024))
    expect(await find()).toMatchObject({ name: 'Agent' })
    documents = start()
    respond = (response) => json(response, ofLength(5 * 1024 + 1))
    await expect(find()).rejects.toMatchObject(untrusted('more than 5 KiB'))
  })
})

describe('an id that is no such URL is refused without a request', () => {
  test.each([
    '',
    'agent',
    'https://agent.example',
    'https://agent.example/',
    'https://agent.example?x=1',
    'https://agent.example/client.json?',
    'https://agent.example/client.json?version=1',
    'https://agent.example/client.json#',
    'https://agent.example/client.json#part',
    'https://ada@agent.example/client.json',
    'https://ada:secret@agent.example/client.json',
    'https://@agent.example/client.json',
    'https://agent.example:8443/client.json',
    'https://agent.example:443/client.json',
    'https://agent.example:22/client.json',
    'https://agent.example/a/../client.json',
    'https://agent.example/./client.json',
    'https://agent.example/a/%2e%2e/client.json',
    'https://agent.example/a/..',
    'https://AGENT.example/client.json',
    'HTTPS://agent.example/client.json',
    'https://agent.example./client.json',
    'https:agent.example/client.json',
    'https:\\\\agent.example\\client.json',
    ' https://agent.example/client.json',
    'https://agent.example/client.json\n',
    'https://agent.example/a b',
    'https://аgent.example/client.json',
    'https://0x7f.1/client.json',
    'https://[::ffff:127.0.0.1]/client.json',
    'http://agent.example/client.json',
    'http://192.168.1.1/client.json',
    'http://127.0.0.1.agent.example/client.json',
    'http://2130706433/client.json',
    'ftp://agent.example/client.json',
    'file:///etc/passwd',
    'data:application/json,{}',
    'javascript:alert(1)',
  ])('%j', async (id) => {
    await expect(documents.find(id, asker())).rejects.toMatchObject(untrusted('client_id'))
    expect(names.asked).toEqual([])
  })

  test('a document on this machine is for somebody at this machine, even if it is known', async () => {
    const elsewhere = { ownerId: 'ada', isHere: false }
    const id = `${host.url}/client.json`
    await expect(documents.find(id, elsewhere)).rejects.toMatchObject(untrusted('client_id'))
    expect(requests).toHaveLength(0)
    expect(await find()).toMatchObject({ name: 'Agent' })
    await expect(documents.find(id, elsewhere)).rejects.toMatchObject(untrusted('client_id'))
  })
})

describe('a host inside the network', () => {
  test('is not reached, even if it would be what it says', async () => {
    const { key, certificate: cert } = newServerCertificate('inside.example')
    const id = 'https://inside.example/client.json'
    let reached = 0
    const server = createServer({ key, cert }, (_request, response) => json(response, aboutClient(id)))
    server.on('connection', () => reached++).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    documents = start({ port, authorities: [cert] })
    await expect(documents.find(id, asker())).rejects.toMatchObject(untrusted("can't be reached"))
    expect(names.asked).toContain('A inside.example')
    expect(reached).toBe(0)
    server.close()
  })

  test.each([
    'https://127.0.0.1/x',
    'https://10.0.0.1/x',
    'https://[fd00::1]/x',
    'https://169.254.169.254/x',
    'https://localhost/x',
    'https://inside.example/x',
    'https://inside/x',
  ])('%s is not reached, and looks like one that is not there', async (id) => {
    await expect(documents.find(id, asker())).rejects.toMatchObject({
      problem: {
        code: 'oauth_client_invalid',
        detail: `The agent that asks for access can't be trusted: its document at ${new URL(id).host} can't be reached. It has to be on the public Internet.`,
      },
    })
  })
})

describe('a hostile host', () => {
  const hostile: Record<string, [Respond, string | RegExp]> = {
    'redirects to another': [
      (response) => response.writeHead(302, { location: `${host.url}/other.json` }).end(),
      'is a redirect, which is not followed',
    ],
    'redirects inside': [
      (response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
      'is a redirect',
    ],
    'answers that it is not there': [(response) => response.writeHead(404).end(), 'returned the status 404'],
    'answers without content': [(response) => response.writeHead(204).end(), 'returned the status 204'],
    'answers with a part': [
      (response) => response.writeHead(206, { 'content-type': 'application/json' }).end('{}'),
      'returned the status 206',
    ],
    'sends a page': [
      (response, { url }) => json(response, aboutClient(host.url + url), { 'content-type': 'text/html' }),
      'has a Content-Type that is not JSON',
    ],
    'sends no type': [
      (response) => response.writeHead(200).end(JSON.stringify(aboutClient(`${host.url}/client.json`))),
      'has a Content-Type that is not JSON',
    ],
    'sends what only looks like JSON': [
      (response, { url }) => json(response, aboutClient(host.url + url), { 'content-type': 'text/json' }),
      'has a Content-Type that is not JSON',
    ],
    'sends too much': [(response) => json(response, 'x'.repeat(100_000)), 'more than 5 KiB'],
    'sends without end': [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(1000)));
        }
        response.on('drain', more)
        more()
      },
      'more than 5 KiB',
    ],
    'sends a bomb': [
      (response) => {
        const bomb = gzipSync(Buffer.alloc(10_000_000, ' '))
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
      },
      'is compressed',
    ],
    'breaks off': [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{}')
        setImmediate(() => response.destroy())
      },
      "can't be reached",
    ],
    'hangs up': [(response) => response.destroy(), "can't be reached"],
    'sends headers without end': [
      (response) => {
        const { socket } = response
        socket?.write('HTTP/1.1 200 OK\r\n')
        const more = () => {
          while (!socket?.destroyed && socket?.write(`a: ${'x'.repeat(1000)}\r\n`));
        }
        socket?.on('drain', more)
        more()
      },
      "can't be reached",
    ],
    'announces an answer without end': [
      (response) => {
        const { socket } = response
        const more = () => {
          while (!socket?.destroyed && socket?.write('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'));
        }
        socket?.on('drain', more)
        more()
      },
      'an answer that was not asked for',
    ],
    'wants to speak another protocol': [
      (response) => {
        response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
        )
      },
      "can't be reached",
    ],
    'speaks no HTTP': [(response) => response.socket?.end('hello\r\n'), "can't be reached"],
    'sends nonsense': [(response) => json(response, '{'), 'is not valid JSON'],
    'sends what is no UTF-8': [
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(Buffer.from('{"a":"\xff"}', 'latin1')),
      'is not valid JSON',
    ],
    ...Object.fromEntries(
      ['null', '1', '"x"', '[]', '[{}]'].map((text): [string, [Respond, string]] => [
        `sends ${text}`,
        [(response) => json(response, text), 'is not a JSON object'],
      ]),
    ),
  }
  test.each(Object.keys(hostile))('%s', async (what) => {
    const [answer, detail] = hostile[what] ?? []
    respond = answer ?? respond
    await expect(find()).rejects.toMatchObject(untrusted(detail ?? ''))
    // The connection is closed, and nothing else was asked for.
    expect(requests).toHaveLength(1)
    const socket = requests[0]?.socket
    await eventually(() => (socket?.closed ? true : undefined), 'the end of the connection')
    // Whoever mends the document is believed at once.
    respond = (response, request) => json(response, aboutClient(`${host.url}${request.url}`))
    expect(await find()).toMatchObject({ name: 'Agent' })
  })

  test.each([
    ['never answers', () => {}],
    [
      'sends its headers slowly',
      ({ socket }) => {
        socket?.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket?.write('a: b\r\n'), 5)
        socket?.on('close', () => clearInterval(timer))
      },
    ],
    [
      'sends its document slowly',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ] satisfies [string, Respond][])('%s', async (_what, answer) => {
    documents = start({ patience: 200 })
    respond = answer
    await expect(find()).rejects.toMatchObject(untrusted("can't be reached"))
    const socket = requests[0]?.socket
    await eventually(() => (socket?.closed ? true : undefined), 'the end of the connection')
  })
})

describe('a document is refused', () => {
  test.each<[object, string]>([
    [{ client_id: undefined }, 'is about another client'],
    [{ client_id: 'https://agent.example/client.json' }, 'is about another client'],
    [{ client_id: ['x'] }, 'is about another client'],
    [{ client_secret: 'secret' }, 'names a secret'],
    [{ client_secret: '' }, 'names a secret'],
    [{ client_secret_expires_at: 0 }, 'names a secret'],
    [{ token_endpoint_auth_method: 'client_secret_basic' }, 'names a secret'],
    [{ token_endpoint_auth_method: 'client_secret_post' }, 'names a secret'],
    [{ token_endpoint_auth_method: 'client_secret_jwt' }, 'names a secret'],
    [{ redirect_uris: undefined }, 'redirect_uris'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ redirect_uris: redirect }, 'redirect_uris'],
    [{ redirect_uris: [redirect, 1] }, 'redirect_uris'],
    [{ redirect_uris: [redirect, 'javascript:alert(1)'] }, 'redirect_uris'],
    [{ redirect_uris: ['http://agent.example/'] }, 'redirect_uris'],
  ])('with %j', async (members, detail) => {
    respond = (response, { url }) => json(response, { ...aboutClient(host.url + url), ...members })
    await expect(find()).rejects.toMatchObject(untrusted(detail))
  })

  test('if it says of itself where it is in other words', async () => {
    const other = `${host.url}/client.json`.replace('127.0.0.1', 'localhost')
    respond = (response) => json(response, aboutClient(other))
    await expect(find()).rejects.toMatchObject(untrusted('is about another client'))
    expect(await documents.find(other, asker())).toMatchObject({ id: other })
  })

  test('not for a way to prove who it is without a secret', async () => {
    respond = (response, { url }) =>
      json(response, {
        ...aboutClient(host.url + url),
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: 'x',
      })
    expect(await find()).toMatchObject({ name: 'Agent' })
  })
})

describe('a document is remembered', () => {
  test('for an hour, for everybody', async () => {
    await find('/client.json', 'ada')
    clock.advance(59 * 60_000)
    await find('/client.json', 'bob')
    expect(requests).toHaveLength(1)
    clock.advance(60_000)
    await find('/client.json', 'ada')
    expect(requests).toHaveLength(2)
    // Even if the clock was set back.
    clock.advance(-2 * 3_600_000)
    await find('/client.json', 'ada')
    expect(requests).toHaveLength(3)
  })
})

describe('an account has ten requests a minute', () => {
  test('and others have their own', async () => {
    for (let count = 0; count < 10; count++) await find(`/${count}.json`)
    await expect(find('/10.json')).rejects.toMatchObject({
      problem: { code: 'rate_limited', retry_after: expect.any(Number) },
    })
    expect(await find('/10.json', 'bob')).toMatchObject({ name: 'Agent' })
    // What is known costs none.
    expect(await find('/0.json')).toMatchObject({ name: 'Agent' })
    clock.advance(59_000)
    await expect(find('/11.json')).rejects.toMatchObject({ problem: { retry_after: 1 } })
    clock.advance(1_000)
    expect(await find('/11.json')).toMatchObject({ name: 'Agent' })
  })

  test('for broken documents too', async () => {
    respond = (response) => response.writeHead(404).end()
    for (let count = 0; count < 10; count++)
      await expect(find()).rejects.toMatchObject(untrusted('returned the status 404'))
    await expect(find()).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
    expect(requests).toHaveLength(10)
  })
})

describe('one at a time', () => {
  /** Responses that wait until they are let go. */
  function holding() {
    const held: (() => void)[] = []
    respond = (response, { url }) => {
      held.push(() => json(response, aboutClient(host.url + url)))
    }
    const next = async () => (await eventually(() => held.shift(), 'a request'))()
    return { next }
  }

  test('is asked of a host, and whoever asks for another is sent away for a moment', async () => {
    const { next } = holding()
    const first = find('/1.json')
    await expect(find('/2.json', 'bob')).rejects.toMatchObject({
      problem: { code: 'rate_limited', retry_after: 5 },
    })
    await next()
    expect(await first).toMatchObject({ name: 'Agent' })
    expect(requests).toHaveLength(1)
    const second = find('/2.json', 'bob')
    await next()
    expect(await second).toMatchObject({ name: 'Agent' })
  })

  test('and whoever asks for the same shares it', async () => {
    const { next } = holding()
    const found = [find(), find('/client.json', 'bob'), find('/client.json', 'eve')]
    await next()
    expect(new Set((await Promise.all(found)).map(({ name }) => name))).toEqual(new Set(['Agent']))
    expect(requests).toHaveLength(1)
  })
})
