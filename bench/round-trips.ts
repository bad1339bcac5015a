import { connect, createServer, type Socket } from 'node:net'
import type { Config } from '../src/server/config/config.ts'
import { freePort } from '../test/support/network/free-port.ts'

export interface Traffic {
  /** Including BEGIN and COMMIT. */
  statements: number
  /** How often something was sent when no answer was outstanding: each time, the sender had waited. */
  roundTrips: number
}

interface Tap {
  /** The same database, through this proxy. */
  database: Config['database']
  /** Since the last call. */
  take(): Traffic
  close(): void
}

/** A proxy between a server and its PostgreSQL that counts messages. */
export async function tapConnections(database: Config['database']): Promise<Tap> {
  const address = new URL(database.engine === 'postgres' ? database.url : '')
  const counted: Traffic = { statements: 0, roundTrips: 0 }
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(address.port || 5432), address.hostname)
    const close = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', close).on('close', close)
    }
    count(client, server, counted)
    client.pipe(server)
    server.pipe(client)
  })
  const port = await freePort()
  await new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done))
  const tapped = new URL(address)
  tapped.host = `127.0.0.1:${port}`
  return {
    database: { engine: 'postgres', url: tapped.href },
    take() {
      const taken = { ...counted }
      Object.assign(counted, { statements: 0, roundTrips: 0 })
      return taken
    },
    close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
function count(client: Socket, server: Socket, counted: Traffic): void {
  // The start-up message, each simple query and each sync are answered by a "ready for query".
  let greeted = false
  let outstanding = 1
  let waiting = true
  const sent = (type: string) => {
    if (!greeted) return
    if (!waiting) counted.roundTrips++
    waiting = true
    if (type === 'Q' || type === 'E') counted.statements++
    if (type === 'Q' || type === 'S') outstanding++
  }
  const received = (type: string) => {
    if (type !== 'Z') return
    greeted = true
    outstanding--
    waiting = outstanding > 0
  }
  client.on('data', messages(sent, 'untyped first'))
  server.on('data', messages(received))
}

/** Calls back with the type of each complete message. */
function messages(found: (type: string) => void, first?: 'untyped first'): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let untyped = first !== undefined
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = untyped ? 0 : 1
      if (rest.length < head + 4) return
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return
      if (!untyped) found(String.fromCharCode(rest[0] ?? 0))
      untyped = false
      rest = rest.subarray(end)
    }
  }
}
