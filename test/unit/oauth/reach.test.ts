import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isLoopback, isPublic } from '../../../src/server/common/ip.ts'
import { reach } from '../../../src/server/oauth/fetch-json.ts'
import { nameServer } from '../../support/network/name-server.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'

const anywhere = () => true
const long = () => AbortSignal.timeout(30_000)

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
function listening(server: Server, event = 'connection') {
  const seen = { port: 0, sockets: [] as Socket[], bytes: 0 }
  server.on(event, (socket: Socket) => {
    seen.sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      seen.bytes += chunk.length
    })
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    seen.port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    seen.sockets = []
    seen.bytes = 0
  })
  afterAll(() => {
    for (const socket of seen.sockets) socket.destroy()
    server.close()
  })
  return seen
}

const { key, certificate: cert } = newServerCertificate('agent.example')
const plain = listening(createServer())
const tlsServer = createTlsServer({ key, cert })
const secure = listening(tlsServer, 'secureConnection')

const go = (url: string, mayReach: (ip: string) => boolean = isPublic) =>
  reach(new URL(url), mayReach, long(), { nameServers: [names.address], authorities: [cert] })
const plainly = (host: string, mayReach?: (ip: string) => boolean) =>
  go(`http://${host}:${plain.port}/`, mayReach)

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
    expect(plain.sockets).toHaveLength(0)
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
    expect(plain.sockets).toHaveLength(0)
  })

  test('leads to the IP that was checked, whatever the name means a moment later', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.1']]
    ips['rebind.example'] = () => answers.shift() ?? ['127.0.0.2']
    const socket = await plainly('rebind.example', (ip) => ip === '127.0.0.1')
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
    // Once for each kind of IP, and never again.
    expect(names.asked.sort()).toEqual(['A rebind.example', 'AAAA rebind.example'])
  })

  test('is closed, before anything is sent, if it leads elsewhere after all', async () => {
    ips['evil.example'] = ['127.0.0.1']
    const verdicts = [true, false]
    const isAllowedAtFirst = () => verdicts.shift() ?? false
    await expect(plainly('evil.example', isAllowedAtFirst)).rejects.toThrow('leads elsewhere')
    const [socket] = plain.sockets
    if (socket && !socket.closed) await once(socket, 'close')
    expect(plain.bytes).toBe(0)
  })

  test('tries each of the IPs', async () => {
    // Nobody listens there, and here somebody does.
    ips['agent.example'] = ['::1', '127.0.0.1']
    const socket = await plainly('agent.example', anywhere)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test('of this machine needs no name server, which could answer anything', async () => {
    ips.localhost = ['10.0.0.1']
    const socket = await plainly('localhost', isLoopback)
    expect(isLoopback(socket.remoteAddress ?? '')).toBe(true)
    socket.destroy()
    expect(names.asked).toEqual([])
  })

  test('needs only one kind of IP, if the name server never answers for the other', async () => {
    ips['agent.example'] = (type) => (type === 'A' ? ['127.0.0.1'] : undefined)
    // As long as a document may take.
    const socket = await reach(
      new URL(`http://agent.example:${plain.port}/`),
      anywhere,
      AbortSignal.timeout(5000),
      { nameServers: [names.address] },
    )
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test('gives up in time if nobody says where it is', async () => {
    ips['silent.example'] = () => undefined
    const signal = AbortSignal.timeout(100)
    const nameServers = [names.address]
    await expect(
      reach(new URL('https://silent.example/'), anywhere, signal, { nameServers }),
    ).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signal.aborted).toBe(true)
  })
})

describe('over TLS', () => {
  test('it names the host, and checks its certificate', async () => {
    ips['agent.example'] = ['127.0.0.1']
    const accepted = once(tlsServer, 'secureConnection')
    const socket = (await go(`https://agent.example:${secure.port}/`, anywhere)) as TLSSocket
    expect([socket.authorized, socket.remoteAddress]).toEqual([true, '127.0.0.1'])
    const [{ servername }] = await accepted
    expect(servername).toBe('agent.example')
    socket.destroy()
  })

  test('nobody else can answer for the host', async () => {
    ips['other.example'] = ['127.0.0.1']
    await expect(go(`https://other.example:${secure.port}/`, anywhere)).rejects.toThrow(/does not match/)
    await expect(go(`https://127.0.0.1:${secure.port}/`, anywhere)).rejects.toThrow(/does not match/)
    ips['agent.example'] = ['127.0.0.1']
    const untrusting = reach(new URL(`https://agent.example:${secure.port}/`), anywhere, long(), {
      nameServers: [names.address],
    })
    await expect(untrusting).rejects.toThrow(/self-signed/)
  })
})
