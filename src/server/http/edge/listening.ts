import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Resolves a host name to an IP where the port is free. Only one: for every further IP of `localhost`,
 * Fastify would start another server, which would not be drained.
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
