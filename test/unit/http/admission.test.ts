import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../src/server/common/caller.ts'
import { createAdmission } from '../../../src/server/http/admission.ts'
import { createErrors } from '../../../src/server/http/errors.ts'
import { times } from '../../support/service/sending.ts'

const session: Caller = { ownerId: 'ada', credential: 'phone', until: Number.POSITIVE_INFINITY }
const token: Caller = { ...session, credential: 'token', apiToken: { id: 'token', scope: 'capture' } }

/** How many queries ask for the account at the same time. */
const asking = { now: 0, most: 0 }
const callers = {
  recall: (authorization: string) => (authorization === 'token' ? token : undefined),
  isRemembered: () => false,
  find: async () => session,
  // It ended while it was looked up.
  hasAccess: async () => false,
  onEnded: () => {},
  async exists() {
    asking.most = Math.max(asking.most, ++asking.now)
    await pause(5)
    asking.now--
    return true
  },
}

const app = Fastify()
let url = ''
beforeAll(async () => {
  const { answerError } = createErrors(pino({ level: 'silent' }))
  const admission = createAdmission(app, { callers, offloaded: { reads: [], writes: [] }, answerError })
  const onRequest = admission.serving({
    name: 'listProjects',
    bodyLimit: 0,
    admit: admission.admitFor('read', () => {}),
    work: async (_request, { raw }) => raw.end('served'),
    answerError,
  })
  app.get('/', { onRequest }, () => undefined)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a session that ends while it is looked up is not served', async () => {
  expect((await fetch(url)).status).toBe(401)
})

test('requests that are refused because of their scope take the slots of their account', async () => {
  const answers = await Promise.all(times(30, () => fetch(url, { headers: { authorization: 'token' } })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  // The last slot of the account is for its other sessions and tokens.
  expect(asking.most).toBeLessThanOrEqual(5)
})
