import { isIPv4, isIPv6 } from 'node:net'

/** The bytes of an IP: 4, or 16 for IPv6. An IPv4 that is written as IPv6 (`::ffff:192.0.2.1`) is an IPv4. */
export function ipBytes(text: string): number[] | undefined {
  const ip = withoutPort(text.trim())
  if (isIPv4(ip)) return ip.split('.').map(Number)
  if (!isIPv6(ip)) return undefined
  const bytes = ipv6Bytes(ip)
  const isMapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255'
  return isMapped ? bytes.slice(12) : bytes
}

/** Some proxies add the port to what they forward: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string) =>
  text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

function ipv6Bytes(ip: string): number[] {
  const [head = '', tail] = ip.replace(/%.*/, '').split('::')
  const before = groupBytes(head)
  if (tail === undefined) return before
  const after = groupBytes(tail)
  return [...before, ...Array(16 - before.length - after.length).fill(0), ...after]
}

/** `'2001:db8'`, or with an IPv4 at its end. */
const groupBytes = (groups: string): number[] =>
  groups
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (group.includes('.')) return group.split('.').map(Number)
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 0xff]
    })

export function isLoopback(ip: string): boolean {
  const bytes = ipBytes(ip)
  return bytes?.length === 4 ? bytes[0] === 127 : bytes?.join('') === `${'0'.repeat(15)}1`
}

/** Of a URL: told by its name, not by what that resolves to. */
export const isLoopbackHost = (host: string) => host.toLowerCase() === 'localhost' || isLoopback(host)

/** The network that it lies in, which does not tell one household from its neighbours: an IPv4 /24, an IPv6 /48. */
export function truncatedIp(ip: string): string | null {
  const bytes = ipBytes(ip)
  if (!bytes) return null
  if (bytes.length === 4) return `${bytes.slice(0, 3).join('.')}.0/24`
  const groups = [0, 2, 4].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16))
  return `${groups.join(':')}::/48`
}

/** As it is usually written. Nothing if it is no IP at all: what a header says may be anything. */
export function fullIp(ip: string): string | null {
  const bytes = ipBytes(ip)
  if (!bytes) return null
  if (bytes.length === 4) return bytes.join('.')
  const groups = bytes.flatMap((byte, at) =>
    at % 2 ? [] : [((byte << 8) | (bytes[at + 1] ?? 0)).toString(16)],
  )
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
