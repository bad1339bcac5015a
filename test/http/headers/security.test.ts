import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { root } from '../../support/processes/process.ts'
import type { Answer } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { everyKind, forPeople, person, type Seen } from './every-kind.ts'

let kinds: Record<string, Seen>
beforeAll(async () => {
  kinds = await everyKind()
})

test('every answer carries the headers that keep browsers out of trouble', async () => {
  for (const [what, { headers }] of Object.entries(kinds)) {
    const seen = (name: string) => headers.get(name)
    expect([what, seen('x-content-type-options')]).toEqual([what, 'nosniff'])
    expect([what, seen('cross-origin-resource-policy')]).toEqual([what, 'same-origin'])
    expect([what, seen('content-security-policy')]).toEqual([
      what,
      expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
    ])
    expect([what, seen('strict-transport-security')]).toEqual([what, null])
    expect([what, seen('server'), seen('x-powered-by')]).toEqual([what, null, null])
    expect([what, seen('set-cookie')]).toEqual([what, null])
  }
})

test('a page allows nothing inline, nothing from other origins, and no frames around it', async () => {
  for (const what of forPeople) {
    const seen = (name: string) => kinds[what]?.headers.get(name) ?? ''
    const policy = seen('content-security-policy')
    const directives = new Map(policy.split('; ').map((one) => one.split(/ (.*)/s, 2) as [string, string]))
    expect([what, directives.get('script-src')]).toEqual([what, "'self'"])
    expect([what, directives.get('style-src')]).toEqual([what, "'self'"])
    expect([what, directives.get('base-uri')]).toEqual([what, "'none'"])
    expect([what, policy]).not.toEqual([what, expect.stringMatching(/unsafe|\*|https?:/)])
    expect([what, seen('x-frame-options')]).toEqual([what, 'DENY'])
    expect([what, seen('referrer-policy')]).toEqual([what, 'no-referrer'])
    expect([what, seen('cross-origin-opener-policy')]).toEqual([what, 'same-origin'])
    expect([what, seen('permissions-policy')]).toEqual([what, expect.stringContaining('camera=()')])
  }
})

test('only the page that agents may open in a pop-up stays in touch with whoever opened it', async () => {
  const opener = 'cross-origin-opener-policy'
  const [page, consent] = await Promise.all(['/', '/authorize'].map((path) => inboard.request('GET', path)))
  expect(Object.fromEntries(consent?.headers ?? [])).toEqual({
    ...Object.fromEntries(page?.headers ?? []),
    [opener]: 'unsafe-none',
    'document-policy': 'force-load-at-top',
    'x-request-id': expect.any(String),
    date: expect.any(String),
  })
})

test('every answer has a request id of its own, and never one that was sent', async () => {
  const ids = new Set<string | null>()
  const answers = [...Object.values(kinds), ...Object.values(await everyKind())]
  for (const { headers } of answers) ids.add(headers.get('x-request-id'))
  expect(ids.has(null)).toBe(false)
  expect(ids.size).toBe(answers.length)
  const sent = { 'x-request-id': 'mine', 'request-id': 'mine' }
  expect((await inboard.request('GET', '/healthz', { headers: sent })).headers.get('x-request-id')).not.toBe(
    'mine',
  )
})

test('every response to a program has the version of the server', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [what, { headers }] of Object.entries(kinds)) {
    const isRead = forPeople.includes(what) || what === 'the description of the API'
    expect([what, headers.get('inboard-version')]).toEqual([what, isRead ? null : version])
  }
  const { headers } = await inboard.request('GET', '/api/events', { token: person.token })
  expect(headers.get('inboard-version')).toBe(version)
})

test('no answer ever invites other origins', async () => {
  const origin = { origin: 'https://elsewhere.example' }
  const preflight = {
    ...origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  }
  const answers = [
    await inboard.request('GET', '/api/me', { token: person.token, headers: origin }),
    await inboard.request('GET', '/api/me', { headers: origin }),
    await inboard.request('OPTIONS', '/api/cards/order', { headers: preflight }),
    await inboard.request('OPTIONS', '/api/auth/magic-link', { headers: preflight }),
    await inboard.request('GET', '/openapi.json', { headers: origin }),
    await inboard.request('GET', '/', { headers: { origin: 'null' } }),
    ...Object.values(kinds),
  ]
  expect(outcome(answers[2] as Answer)).toBe('404 not_found')
  for (const { headers } of answers) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})
