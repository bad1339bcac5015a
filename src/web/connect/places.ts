/** As RFC 8252 names the device itself. */
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/

/** Where the browser is sent, by the host of its URL; null is a URL that the system hands to a program. */
export const placeOf = (host: string | null) =>
  host === null || loopback.test(host) ? 'a program on this device' : host

/** The same, by the URL. */
export function placeIn(url: string): string {
  const { protocol, host } = new URL(url)
  return placeOf(/^https?:$/.test(protocol) ? host : null)
}
