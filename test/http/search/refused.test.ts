import { beforeAll, describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'

describe('refused searches', () => {
  let token: string
  beforeAll(async () => {
    token = (await inboard.signIn()).token
  })

  test.for([
    ['', 'q', 'is required'],
    ['?limit=5', 'q', 'is required'],
    ['?q=', 'q', 'must not be empty'],
    ['?q=%20%09', 'q', 'must not be empty'],
    ['?q=%E3%80%80', 'q', 'must not be empty'],
    ['?q=%CC%81', 'q', 'must contain a word'],
    ['?q=%CC%81%20%C2%A8', 'q', 'must contain a word'],
    ['?q=%00', 'q', 'must not contain NUL or half of a character'],
    ['?q=a&q=b', 'q', 'must be text'],
    [`?q=${'a'.repeat(2001)}`, 'q', 'must be at most 2000 characters long'],
    ['?q=a&limit=0', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=-1', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=201', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=', 'limit', 'must be a whole number'],
    ['?q=a&limit=many', 'limit', 'must be a whole number'],
    ['?q=a&limit=1.5', 'limit', 'must be a whole number'],
    ['?q=a&limit=1&limit=2', 'limit', 'must be a whole number'],
  ] as const)('"%s"', async ([query, field, message]) => {
    const { status, body } = await inboard.request('GET', `/api/search${query}`, { token })
    expect([status, body.code, body.errors]).toEqual([422, 'validation_failed', [{ field, message }]])
  })

  test('a stranger', async () => {
    expect((await inboard.request('GET', '/api/search?q=a')).status).toBe(401)
  })
})
