import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { type Fate, postCard } from '../../support/network/posted-card.ts'
import { cleanUp, root, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

afterAll(cleanUp)

const ended = { code: 0, signal: null }

const body = JSON.stringify({ email: 'slow@example.com' })
const slowPost = [
  `POST /api/auth/magic-link HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  body.slice(10),
] as const
const slowGet = ['GET /readyz HTTP/1.1\r\nHost: local', 'host\r\n\r\n'] as const

/** A connection on which the first part of a request, or nothing yet, has been sent. */
async function begin({ port, request }: ServerProcess, [part, rest] = ['', ''] as readonly [string, string]) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = once(socket, 'close')
  socket.write(part)
  // Who asks later is heard later: now the server knows of this connection.
  await request('GET', '/healthz')
  return {
    closed,
    received: () => received,
    /** Sends what is missing, and gives what comes back until the server closes the connection. */
    async finish() {
      socket.write(rest)
      await closed
      return received
    },
  }
}

const refusesConnections = ({ port }: ServerProcess) =>
  eventually(async () => {
    const socket = connect(port, '127.0.0.1')
    return await new Promise<true | undefined>((resolve) => {
      socket.once('error', () => resolve(true))
      socket.once('connect', () => {
        socket.destroy()
        resolve(undefined)
      })
    })
  }, 'the server to stop listening')

describe.concurrent.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('stops the listening, and lets a request that was accepted finish, however slow it is', async () => {
    const server = await run()
    const slow = await begin(server, slowPost)
    const idle = await begin(server)
    server.child.kill(signal)
    await refusesConnections(server)
    await idle.closed
    const answer = await slow.finish()
    expect(answer).toMatch(/^HTTP\/1\.1 202 Accepted\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ expires_in: 900 })
    expect(await server.exited).toEqual(ended)
    expect(server.stdout()).toContain(`"signal":"${signal}"`)
    expect(contentsOf(server, 'select email from users')).toEqual(['slow@example.com'])
  })

  test('a second time ends it at once, and not with 0', async () => {
    const server = await run()
    const slow = await begin(server, slowPost)
    server.child.kill(signal)
    await refusesConnections(server)
    // A single Ctrl-C can arrive twice, so the second has to be later than that.
    await pause(200)
    expect(await server.kill(signal)).toEqual({ code: 1, signal: null })
    await slow.closed
  })
})

function contentsOf({ database }: ServerProcess, sql: string): unknown[] {
  const file = new DatabaseSync(database, { readOnly: true })
  const rows = file.prepare(sql).all()
  file.close()
  return rows.flatMap((row) => Object.values(row))
}

describe.concurrent('an end', () => {
  test('is announced on the connections there are: not ready, and this is the last answer', async () => {
    const server = await run()
    const slow = await begin(server, slowGet)
    server.child.kill('SIGTERM')
    await refusesConnections(server)
    const answer = await slow.finish()
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'unavailable' })
    expect(await server.exited).toEqual(ended)
  })

  test('comes, and with 0, though requests hang', async () => {
    const server = await run()
    const hanging = [await begin(server, slowPost), await begin(server, slowGet), await begin(server)]
    server.child.kill('SIGTERM')
    expect(await server.exited).toEqual(ended)
    await Promise.all(hanging.map(({ closed }) => closed))
    // None of them was given up for its slowness alone, which would have been said.
    expect(hanging.map(({ received }) => received())).toEqual(['', '', ''])
  })
})

describe.concurrent('npm start', () => {
  test.each([
    ['SIGTERM', 'npm'],
    ['SIGINT', 'everyone, as a terminal does'],
  ] as const)('ends with 0 when %s is sent to %s', async (signal, whom) => {
    const server = await run({
      command: ['npm', 'start'],
      workingFolder: root,
      environment: { npm_config_update_notifier: 'false' },
    })
    const { pid = 0 } = server.child
    expect((await server.request('GET', '/readyz')).status).toBe(200)
    process.kill(whom === 'npm' ? pid : -pid, signal)
    expect(await server.exited).toEqual(ended)
    expect(server.stdout()).toContain('ending: finishing what was accepted')
    await refusesConnections(server)
  })
})

describe('SIGTERM under load', () => {
  test('cuts no answer short and forgets nothing that it has done', async () => {
    const server = await run()
    const token = await server.signIn('ada@example.com')
    const outcomes: Record<Fate, string[]> = { whole: [], cut: [], dropped: [], none: [] }

    async function client(name: number) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let turn = 0; ; turn++) {
        const text = `${name}/${turn}`
        const outcome = await postCard(server, token, text, agent)
        outcomes[outcome].push(text)
        if (outcome !== 'whole') break
      }
      agent.destroy()
    }
    const clients = Promise.all(Array.from({ length: 32 }, (_, name) => client(name)))
    await eventually(() => outcomes.whole.length > 300 || undefined, 'some load')
    expect(await server.kill('SIGTERM')).toEqual(ended)
    await clients
    expect(outcomes.cut).toEqual([])
    expect(outcomes.dropped).toEqual([])
    expect(contentsOf(server, 'select text from cards').toSorted()).toEqual(outcomes.whole.toSorted())
    // Each of the clients met the end, and met it by finding nobody there.
    expect(outcomes.none).toHaveLength(32)
  })

  test('answers whoever had got through, however little of them was taken yet', async () => {
    const server = await run()
    const sockets = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = connect(server.port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      }),
    )
    const answers = sockets.map(async (socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      await new Promise((resolve) => socket.once('close', resolve))
      return text.split('\r\n')[0]
    })
    expect(await server.kill('SIGTERM')).toEqual(ended)
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  })
})
