/** The parameter of a URL in which the hosts after the first one travel. */
const parameter = 'inboard_other_hosts'

/**
 * `postgres://a:5432,b,[::1]:5433/inboard`, as libpq understands it: the same database on several servers, of which one can be
 * written. A `URL` has one host, so the others are put into a parameter. Undefined, if that is no URL.
 */
export function withOneHost(text: string): string | undefined {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const [first = '', ...others] = hosts.split(',')
  const url = URL.parse(before + first + after)
  if (!url || url.searchParams.has(parameter)) return undefined
  if (others.length === 0) return text
  if (![first, ...others].every((host) => host && URL.canParse(`postgres://${host}`))) return undefined
  url.searchParams.set(parameter, others.join(','))
  return url.href
}

/** One URL for each host. */
export function eachHost(url: string): [first: URL, ...others: URL[]] {
  const first = new URL(url)
  const others = first.searchParams.get(parameter)?.split(',')
  if (!others) return [first]
  first.searchParams.delete(parameter)
  return [
    first,
    ...others.map((host) => {
      const other = new URL(first)
      // Setting `host` would keep the port of the first one.
      other.port = ''
      other.host = host
      return other
    }),
  ]
}

/** How a person is told which database it is: without the password. */
export function describePostgres(url: string): string {
  const hosts = eachHost(url)
  return `PostgreSQL, ${hosts.map(({ host }) => host).join(',')}${hosts[0].pathname}`
}
