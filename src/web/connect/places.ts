/** As RFC 8252 names the device itself. */
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/

/** Where the browser is sent, by the host of its URL. Without one, the system hands the URL to a program by its scheme. */
export function placeOf(host: string | null, scheme?: string): string {
  if (host !== null && !loopback.test(host)) return host
  return scheme ? `a program that opens ${scheme}:` : 'a program on this device'
}

/** The same, by the URL. */
export function placeIn(url: string): string {
  const { protocol, host } = new URL(url)
  return /^https?:$/.test(protocol) ? placeOf(host) : placeOf(null, protocol.slice(0, -1))
}
