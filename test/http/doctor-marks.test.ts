import { expect, test } from 'vitest'
import { makeMark } from '../../src/server/http/arrivals.ts'
import { inboard } from '../support/service/shared.ts'

const visit = (mark: string) =>
  inboard.request('GET', '/healthz', {
    headers: { 'inboard-doctor': mark, 'x-forwarded-for': '192.0.2.1, 192.0.2.2' },
  })
const { jwtSecret } = inboard.world.config
const now = Date.now()

test('a caller who knows the secret learns how a request arrived', async () => {
  const { body, headers } = await visit(makeMark(jwtSecret, now))
  expect(body).toEqual({
    status: 'alive',
    arrived: {
      ip: '127.0.0.1',
      forwardedFor: ['192.0.2.1', '192.0.2.2'],
      port: expect.any(Number),
      trustProxy: 0,
    },
  })
  expect(headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['no mark', ''],
  ['a mark of another secret', makeMark(`${jwtSecret}x`, now)],
  ['a mark that is old', makeMark(jwtSecret, now - 600_000)],
  ['a mark of the future', makeMark(jwtSecret, now + 600_000)],
  ['a mark with another time', makeMark(jwtSecret, now).replace(/^\d+/, String(now + 1))],
  ['a mark without its signature', makeMark(jwtSecret, now).replace(/[^.]+$/, '')],
  ['a session', (await inboard.signIn()).token],
  ['the secret', jwtSecret.replaceAll(/[^\x20-\x7e]/g, '')],
])('with %s, nothing is told', async (_what, mark) => {
  expect((await visit(mark)).body).toEqual({ status: 'alive' })
  const stream = await inboard.request('GET', '/api/events', { headers: { 'inboard-doctor': mark } })
  expect(stream.status).toBe(401)
})
