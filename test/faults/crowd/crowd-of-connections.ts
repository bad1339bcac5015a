import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Holds thousands of connections that send bytes very slowly or not at all, and reopens those that the server closes.
 * A process of its own, so that the load does not distort the times that are measured in the other.
 */
const [port = 0, slow = 0, idle = 0] = process.argv.slice(2).map(Number)
const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
const betweenBytes = 4_000
let open = 0

/** Opens a connection, and resolves when it is closed. */
async function visit(isSlow: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close').catch(() => {})
  socket.on('error', () => {})
  socket.once('connect', () => {
    open++
    closed.then(() => open--)
  })
  socket.resume()
  if (isSlow) {
    let sent = 0
    const next = setInterval(() => socket.write(request[sent++] ?? 'x'), betweenBytes * (0.5 + Math.random()))
    closed.then(() => clearInterval(next))
  }
  await closed
}

async function keepComing(isSlow: boolean): Promise<void> {
  for (;;) {
    await visit(isSlow)
    await pause(100)
  }
}

for (let count = 0; count < slow + idle; count++) {
  void keepComing(count < slow)
  // In small groups, so that the listen backlog does not overflow.
  if (count % 100 === 0) await pause(5)
}
setInterval(() => process.send?.(open), 100)
