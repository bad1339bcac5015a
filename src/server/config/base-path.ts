/** What Inboard, or whoever looks for it, expects directly below the host. Under such a path, requests would be ambiguous. */
const reserved = [
  '.well-known',
  'api',
  'calendar',
  'docs',
  'healthz',
  'mcp',
  'metrics',
  'oauth',
  'openapi.json',
  'readyz',
  'sw.js',
]

/**
 * Proxies, browsers and the names of what browsers store must all agree on a path, so it has only what nobody encodes, folds or
 * normalises.
 */
const plain = /^(?:\/[a-z0-9][a-z0-9._~-]*)*$/

/** Complaints about the path of `APP_URL`. */
export function complaintsAboutPath(path: string): string[] {
  const [, first = ''] = path.split('/')
  if (reserved.includes(first.toLowerCase()))
    return [
      `APP_URL has the path ${path}, but Inboard itself uses /${first}. Choose another path, such as /inboard.`,
    ]
  if (plain.test(path)) return []
  return [
    `APP_URL has the path ${path}. Each part of it must begin with a letter or digit and have only lower-case letters, digits, and -._~.`,
  ]
}
