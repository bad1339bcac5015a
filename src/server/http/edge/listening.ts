import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The one address that a host name stands for, with the port known to be free there. One, because the framework
 * would give every further address of `localhost` a server of its own, which nobody drains.
 */
export async function freeAddress(host: string, port: number): Promise<{ host: string; port: number }> {
  const { address } = await lookup(host, { order: 'ipv4first' })
  const place = { host: address, port }
  const server = createServer().listen(place)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
  return place
}
