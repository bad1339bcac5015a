import { describe, expect, test } from 'vitest'
import type { TokenScope } from '../../../src/contract/access.ts'
import { type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { make } from '../../api/api-tokens/making.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'
import { requestLineOf, wellFormed, wellFormedQuery } from '../../support/service/well-formed.ts'

// Each scope, and all endpoints that it opens.
const open: Record<TokenScope, Route['access'][]> = {
  capture: ['capture'],
  read: ['read'],
  write: ['capture', 'read', 'write'],
  calendar: [],
}

describe('a token', () => {
  for (const scope of ['capture', 'read', 'write', 'calendar'] as const) {
    test(`${scope} opens what it is for, and nothing else`, async () => {
      const { token } = await make(await inboard.signIn(), scope)
      for (const name of routeNames) {
        const { access }: Route = routes[name]
        if (access === 'public') continue
        const [method, path] = requestLineOf(name, 'none')
        const body = wellFormed[name]
        const answer = await inboard.request(method, path + wellFormedQuery(name), {
          token,
          ...(body && { body }),
        })
        const isOpen = open[scope].includes(access)
        expect([name, answer.status === 403]).toEqual([name, !isOpen])
        if (!isOpen) expect([name, outcome(answer)]).toEqual([name, '403 scope_insufficient'])
      }
    })
  }

  test('is told what it may not do before what is wrong with the body', async () => {
    const { token } = await make(await inboard.signIn(), 'read')
    expect(outcome(await inboard.request('POST', '/api/projects', { token, body: '{' }))).toBe(
      '403 scope_insufficient',
    )
  })
})
