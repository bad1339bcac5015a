import type { Chance } from '../../support/machine/chance.ts'
import { oddText } from './odd-values.ts'

export function session(tokens: readonly string[], chance: Chance): string[] {
  const token = chance.pick(tokens)
  if (!chance.oneIn(12)) return [`Authorization: Bearer ${token}`]
  return chance.pick([
    [],
    [`Authorization: ${token}`],
    [`Authorization: Bearer ${token}x`],
    ['Authorization: Basic eDp4'],
  ])
}

const oddTypes = [
  '',
  'text/plain',
  'application/JSON',
  'application/json; charset=latin1',
  'application/json;',
  'application/json, text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  '*/*',
  'x',
]

export function contentHeaders(chance: Chance): string[] {
  if (!chance.oneIn(15)) return ['Content-Type: application/json']
  if (chance.oneIn(6)) return []
  const encoding = chance.oneIn(4)
    ? [`Content-Encoding: ${chance.pick(['gzip', 'br', 'identity', 'x'])}`]
    : []
  return [`Content-Type: ${chance.pick(oddTypes)}`, ...encoding]
}

export const oddMethods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
  'FOO',
]

export const oddHeaders = [
  'Accept: text/html',
  'Accept: image/*;q=0',
  'Accept-Encoding: br;q=1, *;q=0',
  'Connection: close',
  'Expect: 100-maybe',
  'Host: elsewhere.example',
  'If-None-Match: *',
  'Range: bytes=0-1',
  'X-Forwarded-For: 256.1.1.1, ::1',
  'X-HTTP-Method-Override: DELETE',
  'X-Request-Id: mine',
  `X-Long: ${'x'.repeat(20_000)}`,
  `Cookie: ${'a=b; '.repeat(200)}`,
  'X-Latin: caf\xe9',
]

export function oddPath(path: string, chance: Chance): string {
  const at = chance.below(path.length)
  return chance.pick([
    () => `${path}/`,
    () => `${path}//`,
    () => `/${path}`,
    () => `${path}?${encodeURIComponent(oddText(chance).toWellFormed())}=1&__proto__[x]=1`,
    () => `${path}#x`,
    () => `${path}%00`,
    () => `${path}/${encodeURIComponent(oddText(chance).toWellFormed())}`,
    () => path.toUpperCase(),
    () => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    () => `${path.slice(0, at)}%${path.slice(at)}`,
    () => `${path.slice(0, at)}%ff%fe${path.slice(at)}`,
    () => `${path.slice(0, at)}\xe9${path.slice(at)}`,
    () => `${path.slice(0, at)}/../${path.slice(at)}`,
    () => path.replace(/\/[^/]*$/, '/%2e%2e/%2e'),
    () => path + 'x'.repeat(chance.pick([200, 8_000, 20_000])),
    () => `http://localhost${path}`,
    () => '*',
    () => chance.pick(['/', '/api', '/api/', '/api/auth/register', '/api/auth/login', '/docs', '/nothing']),
  ])()
}

export function garble(head: Buffer, chance: Chance): Buffer {
  const at = chance.below(head.length)
  const inserted = chance.pick([
    chance.bytes(1 + chance.below(6)),
    Buffer.from(chance.pick(['\r\n', '\n', ' ', ':', '\0', '%'])),
  ])
  return Buffer.concat([head.subarray(0, at), inserted, head.subarray(at + chance.below(12))])
}
