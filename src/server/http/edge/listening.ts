import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The IP that a host name stands for, once the port is known to be free there. Only one: for every further IP of
 * `localhost` the framework would start a server of its own, which is not drained.
 */
export async function freePort(host: string, port: number): Promise<{ host: string; port: number }> {
  const { address: ip } = await lookup(host, { order: 'ipv4first' })
  const place = { host: ip, port }
  const server = createServer().listen(place)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
  return place
}
