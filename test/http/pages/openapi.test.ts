import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapi } from '../../../src/contract/openapi/openapi.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

const APP_URL = 'https://inboard.example/board'
let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ APP_URL })
})
afterAll(() => inboard.stop())

test('the document is served as the contract gives it', async () => {
  const { body } = await inboard.request('GET', '/openapi.json')
  expect(body.info.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(body).toEqual(openapi(APP_URL, body.info.version))
})

test('a request with the example of its body passes every check of bodies', async () => {
  const { token } = await inboard.signIn()
  for (const [path, operations] of Object.entries(openapi(APP_URL, '').paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      if (!requestBody) continue
      const body = requestBody.content['application/json']?.example
      const url = path.replace(/\{\w+\}/, 'none')
      const { status, text } = await inboard.request(method.toUpperCase(), url, { token, body })
      expect([path, body, status, text]).toEqual([
        path,
        expect.any(Object),
        expect.any(Number),
        expect.any(String),
      ])
      // It is the address of somebody else, so nothing is deleted.
      if (path === '/api/me') expect(text).toContain('is not the address of this account')
      else expect([path, text]).not.toEqual([path, expect.stringContaining('validation_failed')])
    }
  }
})
