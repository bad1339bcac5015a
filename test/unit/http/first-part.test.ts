import Fastify from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import { routes } from '../../../src/contract/routes.ts'
import { createAnswers } from '../../../src/server/http/answers.ts'
import { DiskUnavailable } from '../../../src/server/http/body.ts'
import { createErrors } from '../../../src/server/http/errors.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'

const clock = { now: Date.now }
const metrics = createMetrics({
  version: '1.0.0',
  clock,
  countWaiting: async () => 0,
  countStreams: () => 0,
  measure: async () => ({ users: 0, bytes: 0 }),
})
const answers = createAnswers({ headers: {}, basePath: '', metrics, clock, draining: { isDraining: false } })
const write = answers.writerFor('GET', '/api/changes', routes.changes)

/** The answer of an endpoint whose body is created while it is sent. */
async function answerOf(parts: AsyncGenerator<string>) {
  const app = Fastify()
  app.setErrorHandler(createErrors(pino({ level: 'silent' })).answerError)
  app.decorateRequest('arrivedAt', 0)
  app.get('/api/changes', async (request, reply) => {
    await write(request, reply, parts)
    return reply.hijack()
  })
  return await app.inject({ url: '/api/changes', headers: { 'accept-encoding': 'gzip' } })
}

test('an answer whose first part cannot be read is an error', async () => {
  const failing = async function* () {
    if (Date.now() > 0) throw new DiskUnavailable(new Error('EIO'))
    yield ''
  }
  const { statusCode, headers, body } = await answerOf(failing())
  expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '2', 'unavailable'])
})

test.each([
  ['short', 10],
  ['compressed at once', 1500],
])('an answer of parts that is %s arrives whole', async (_how, length) => {
  const parts = async function* () {
    yield 'x'.repeat(length / 2)
    yield 'x'.repeat(length / 2)
  }
  const { statusCode, headers } = await answerOf(parts())
  expect([statusCode, headers['content-encoding']]).toEqual([200, length > 1024 ? 'gzip' : undefined])
})
