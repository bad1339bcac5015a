import { describe, expect, test } from 'vitest'
import { methodAndPath, routeNames } from '../../../src/contract/routes.ts'
import { requestLineOf } from '../../support/service/well-formed.ts'
import { expectNothing, methods } from './nothing.ts'

describe('a known path with a method it does not have', () => {
  /** Matched by pattern, because GET /api/cards/order exists too: it is GET /api/cards/{id}. */
  const exists = (method: string, path: string) =>
    routeNames.map(methodAndPath).some(([own, pattern]) => {
      const matches = new RegExp(`^${pattern.replace(/\{\w+\}/, '[^/]+')}$`).test(path)
      return own === method && matches
    })
  const known = new Set(routeNames.map((name) => requestLineOf(name, 'some-id')[1]))

  for (const path of known) {
    test(`${path} is 404 for every other method`, async () => {
      const others = methods.filter((method) => !exists(method, path))
      expect(others.length).toBeGreaterThan(7)
      await Promise.all(others.map((method) => expectNothing(method, path)))
    })
  }

  test('pages, probes and metrics are read-only', async () => {
    const paths = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics', '/assets/docs.css']
    const others = methods.filter((method) => !['GET', 'HEAD'].includes(method))
    await Promise.all(paths.flatMap((path) => others.map((method) => expectNothing(method, path))))
  })
})
