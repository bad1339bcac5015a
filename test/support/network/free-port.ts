import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const takenPorts = new Set<number>()

/** Ports that `fetch` and browsers block: the bad ports of the Fetch standard. */
const refused = 10_080

/** Below the ephemeral port range, so that the system does not give the port to another process before it is used. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  if (port === refused || takenPorts.has(port) || !(await isFree(port))) return await freePort()
  takenPorts.add(port)
  return port
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
