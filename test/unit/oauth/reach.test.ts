import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isLoopback, isPublic } from '../../../src/server/common/ip.ts'
import { fetchJson, type Network } from '../../../src/server/oauth/fetch-json.ts'
import { nameServer } from '../../support/network/name-server.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'

const anywhere = () => true

let ips: Record<string, readonly string[] | ((type: 'A' | 'AAAA') => readonly string[] | undefined)> = {}
const names = nameServer((name, type) => {
  const known = ips[name] ?? []
  return typeof known === 'function' ? known(type) : known
})
beforeEach(() => {
  ips = {}
  names.asked = []
})

/** What would be reached: a server of this machine, and what it has noticed. */
function listening(server: Server) {
  const seen = { port: 0, connections: [] as Socket[], requests: [] as object[] }
  server.on('connection', (socket: Socket) => {
    seen.connections.push(socket)
    socket.on('error', () => {})
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const { localAddress } = socket
    seen.requests.push({ localAddress, ...('servername' in socket && { servername: socket.servername }) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('"here"')
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    seen.port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    seen.connections = []
    seen.requests = []
  })
  afterAll(() => {
    for (const socket of seen.connections) socket.destroy()
    server.close()
  })
  return seen
}

const { key, certificate: cert } = newServerCertificate('agent.example')
const plain = listening(createServer())
const secure = listening(createTlsServer({ key, cert }))

const fetchFrom = (url: string, mayReach: (ip: string) => boolean = isPublic, network: Network = {}) =>
  fetchJson(new URL(url), {
    mayReach,
    userAgent: 'Inboard',
    nameServers: [names.address],
    patience: 30_000,
    ...network,
  })
const plainly = (host: string, mayReach?: (ip: string) => boolean) =>
  fetchFrom(`http://${host}:${plain.port}/`, mayReach)
const securely = (host: string, network: Network = { authorities: [cert] }) =>
  fetchFrom(`https://${host}/`, anywhere, { port: secure.port, ...network })

describe('a connection to a host that a stranger has named', () => {
  test.each([
    ['private', ['127.0.0.1']],
    ['private, as IPv6', ['::1']],
    ['mapped', ['::ffff:7f00:1']],
    ['public and private', ['1.1.1.1', '127.0.0.1']],
    ['public, and private as IPv6', ['1.1.1.1', '::1']],
    ['private and public', ['10.0.0.1', '1.1.1.1']],
    ['unspecified', ['0.0.0.0']],
    ['nothing', []],
  ])('is refused if its IPs are %s', async (_what, answer) => {
    ips['evil.example'] = answer
    await expect(plainly('evil.example')).rejects.toThrow('has no IP that is allowed')
    expect(plain.connections).toHaveLength(0)
  })

  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '0.0.0.0',
    '0',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'any.localhost',
    '①②⑦.0.0.1',
    '127。0。0。1',
  ])('is refused if it is %s', async (host) => {
    await expect(plainly(host)).rejects.toThrow('has no IP that is allowed')
    expect(plain.connections).toHaveLength(0)
  })

  test('leads to the IP that was checked, whatever the name means a moment later', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.1']]
    ips['rebind.example'] = () => answers.shift() ?? ['127.0.0.2']
    expect(await plainly('rebind.example', (ip) => ip === '127.0.0.1')).toBe('here')
    expect(plain.requests).toEqual([{ localAddress: '127.0.0.1' }])
    // Once for each kind of IP, and never again.
    expect(names.asked.sort()).toEqual(['A rebind.example', 'AAAA rebind.example'])
  })

  test.each(['http', 'https'])(
    'is closed, before anything is sent, if it leads elsewhere (%s)',
    async (scheme) => {
      const server = createTcpServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const received = once(server, 'connection').then(async ([socket]) => {
        const chunks: Buffer[] = await socket.toArray().catch(() => [])
        return Buffer.concat(chunks)
      })
      ips['agent.example'] = ['127.0.0.1']
      const verdicts = [true, false]
      const isAllowedAtFirst = () => verdicts.shift() ?? false
      const url = scheme === 'http' ? `http://agent.example:${port}/` : 'https://agent.example/'
      await expect(fetchFrom(url, isAllowedAtFirst, { port })).rejects.toThrow('leads elsewhere')
      expect((await received).length).toBe(0)
      server.close()
    },
  )

  test('tries each of the IPs', async () => {
    // Nobody listens there, and here somebody does.
    ips['agent.example'] = ['::1', '127.0.0.1']
    expect(await plainly('agent.example', anywhere)).toBe('here')
  })

  test('of this machine needs no name server, which could answer anything', async () => {
    ips.localhost = ['10.0.0.1']
    expect(await plainly('localhost', isLoopback)).toBe('here')
    expect(names.asked).toEqual([])
  })

  test('needs only one kind of IP, if the name server never answers for the other', async () => {
    ips['agent.example'] = (type) => (type === 'A' ? ['127.0.0.1'] : undefined)
    // As long as a document may take.
    const asked = fetchFrom(`http://agent.example:${plain.port}/`, anywhere, { patience: 5000 })
    expect(await asked).toBe('here')
  })

  test('gives up in time if nobody says where it is', async () => {
    ips['silent.example'] = () => undefined
    const asked = fetchFrom('https://silent.example/', anywhere, { patience: 100 })
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('over TLS', () => {
  test('it names the host, and checks its certificate', async () => {
    ips['agent.example'] = ['127.0.0.1']
    expect(await securely('agent.example')).toBe('here')
    expect(secure.requests).toEqual([{ localAddress: '127.0.0.1', servername: 'agent.example' }])
  })

  test('nobody else can answer for the host', async () => {
    ips['other.example'] = ['127.0.0.1']
    await expect(securely('other.example')).rejects.toThrow(/does not match/)
    await expect(securely('127.0.0.1')).rejects.toThrow(/does not match/)
    ips['agent.example'] = ['127.0.0.1']
    await expect(securely('agent.example', {})).rejects.toThrow(/self-signed/)
    expect(secure.requests).toEqual([])
  })
})
