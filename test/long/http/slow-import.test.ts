import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { headOf, stall } from '../../http/bodies/arriving/stalling.ts'
import { openConnection } from '../../support/network/open-connection.ts'
import { inboard } from '../../support/service/shared.ts'

// In test/http/bodies/arriving the clock is moved. Here nothing is, so that no other limit of time goes unnoticed.
test('an import that takes longer than a minute succeeds, while one that stops is cut off', async () => {
  const { token, client } = await inboard.signIn()
  const steps = 65
  const size = 12 * 1024
  const importing = await openConnection(inboard.url)
  await importing.send(headOf('POST /api/import', token, `Content-Length: ${steps * size + 1}`))
  const stopped = await stall('POST /api/import', token)
  const start = '{"format":"inboard","version":1,"projects":[],"inbox":[{"text":"Weed","complete":false}]'
  for (let step = 0; step < steps; step++) {
    await importing.send((step === 0 ? start : '').padEnd(size))
    await pause(1000)
  }
  expect(stopped.outcomes()).toEqual(['100', '408 request_timeout'])
  await importing.send('}')
  expect((await importing.answers(1))[0]?.status).toBe(201)
  expect((await client.listInboxCards()).cards).toHaveLength(1)
  importing.socket.destroy()
})
