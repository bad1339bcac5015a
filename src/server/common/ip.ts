import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 that is written as IPv6 (`::ffff:192.0.2.1`) is an IPv4. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const ip = withoutPort(text.trim()).replace(/%.*/, '')
  // The library also accepts `127.1`, and takes `::192.0.2.1` for an IPv4.
  if (isIPv6(ip)) return ipaddr.process(new URL(`http://[${ip}]`).hostname.slice(1, -1))
  return isIPv4(ip) ? ipaddr.process(ip) : undefined
}

/** Some proxies add the port to what they forward: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string) =>
  text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** The bytes of an IP: 4, or 16 for IPv6. */
export const ipBytes = (text: string): number[] | undefined => parse(text)?.toByteArray()

export const isLoopback = (ip: string): boolean => parse(ip)?.range() === 'loopback'

/** The network of an IP, which many households share: an IPv4 /24 or an IPv6 /48. */
export function truncatedIp(text: string): string | null {
  const ip = parse(text)
  if (!ip) return null
  if (ip instanceof ipaddr.IPv4) return `${ip.octets.slice(0, 3).join('.')}.0/24`
  return `${ip.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`
}

/** The canonical form. Null if it is not an IP: a header may contain anything. */
export const fullIp = (text: string): string | null => parse(text)?.toString() ?? null

/** The prefix under which an IPv6 network reaches the IPv4 Internet (RFC 6052). */
const nat64 = ipaddr.IPv6.parse('64:ff9b::')
const globalUnicast = ipaddr.IPv6.parse('2000::')

/**
 * True if an IP is on the public Internet. An IPv4 inside an IPv6 counts as that IPv4 where it can lead there
 * (mapped, NAT64); the other ways to wrap one (6to4, Teredo, ISATAP, NAT64 of a site) can only lead inside.
 */
export function isPublic(text: string): boolean {
  const ip = parse(text)
  if (ip instanceof ipaddr.IPv6) {
    if (ip.match(nat64, 96)) return isPublic(ip.toByteArray().slice(12).join('.'))
    if (!ip.match(globalUnicast, 3) || isIsatap(ip)) return false
  }
  return ip?.range() === 'unicast'
}

/** RFC 5214 §6.1. */
const isIsatap = ({ parts: [, , , , high = 0, low] }: ipaddr.IPv6) => (high & ~0x200) === 0 && low === 0x5efe
