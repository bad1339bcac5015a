import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const takenPorts = new Set<number>()

/** Which `fetch` and browsers refuse to talk to. */
const refused = 10_080

/** Below those that the system hands out by itself, so that nobody gets it between being found free and being used. */
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
