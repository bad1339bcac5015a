import { describe, expect, test } from 'vitest'
import { operations } from './document.ts'

describe('what it says of answers', () => {
  test('each endpoint has one way to succeed, and refuses with problems only', () => {
    for (const { operationId, parameters, responses } of operations) {
      const [successes, refusals] = [
        Object.entries(responses).filter(([status]) => status < '300'),
        Object.entries(responses).filter(([status]) => status >= '300'),
      ]
      // What would be created by a dry run is answered with 200.
      const canRehearse = parameters.some(({ name }) => name === 'dry_run')
      expect([operationId, successes.map(([status]) => status)]).toEqual([
        operationId,
        canRehearse ? ['200', '201'] : [expect.any(String)],
      ])
      for (const [status, { content, headers }] of refusals) {
        expect([operationId, Object.keys(content ?? {})]).toEqual([operationId, ['application/problem+json']])
        const examples = Object.values(content?.['application/problem+json']?.examples ?? {})
        expect(examples.some(({ value }) => 'retry_after' in (value as object))).toBe(status === '429')
        expect('Retry-After' in headers).toBe(['429', '503'].includes(status))
        expect('WWW-Authenticate' in headers).toBe(status === '401')
      }
      for (const { headers } of Object.values(responses))
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', 'Inboard-Version']))
    }
  })

  test('a session is asked for exactly where it is needed', () => {
    for (const { operationId, security, responses } of operations) {
      if (security.length > 0) expect([operationId, security[0]]).toEqual([operationId, { session: [] }])
      const isPasskeySignIn = operationId === 'finishPasskeySignIn'
      expect([operationId, '401' in responses]).toEqual([operationId, security.length > 0 || isPasskeySignIn])
    }
  })

  test('what is created has a Location, and what is deleted no content', () => {
    for (const { operationId, responses } of operations) {
      const type = operationId === 'events' ? 'text/event-stream' : 'application/json'
      if (responses[201]) expect(responses[201].headers).toHaveProperty('Location')
      if (responses[204]) expect(responses[204]).not.toHaveProperty('content')
      for (const status of [200, 201, 202]) {
        if (responses[status]) expect(Object.keys(responses[status].content ?? {})).toEqual([type])
      }
    }
  })
})
