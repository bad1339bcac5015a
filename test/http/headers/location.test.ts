import { beforeAll, expect, test } from 'vitest'
import { answerTo } from '../../support/network/raw-http.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { everyKind } from './every-kind.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

test('a refusal ends a connection only where the client wants that', async () => {
  const refusals = {
    'no session': 'POST /api/inbox/cards HTTP/1.1\r\nHost: x\r\n',
    'an unknown route': 'POST /api/none HTTP/1.1\r\nHost: x\r\n',
    'a refused body': `POST /api/auth/verify-email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`,
    'a refused type': `POST /api/auth/verify-email HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n`,
  }
  for (const [what, start] of Object.entries(refusals)) {
    for (const wish of ['close', 'keep-alive']) {
      const bytes = `${start}Connection: ${wish}\r\nContent-Length: 1\r\n\r\n{`
      const { headers } = await answerTo(inboard.url, bytes)
      expect([what, headers.get('connection')]).toEqual([what, wish])
    }
  }
})

test('a created item is found under its Location', async () => {
  const { token, client } = person
  const { project } = await client.addProject({ title: 'Garden' })
  const created = [
    await inboard.request('POST', '/api/projects', { token, body: { title: 'Kitchen' } }),
    await inboard.request('POST', '/api/inbox/cards', { token, body: { text: 'Weed' } }),
    await inboard.request('POST', `/api/projects/${project.id}/cards`, { token, body: { text: 'Weed' } }),
  ]
  for (const { status, headers, body } of created) {
    expect(status).toBe(201)
    const found = await inboard.request('GET', headers.get('location') ?? '', { token })
    expect(found.body).toEqual(body)
  }
})

test('other responses have no Location', async () => {
  for (const [what, { status, headers }] of Object.entries(await everyKind())) {
    expect([what, headers.has('location')]).toEqual([what, status === 201])
  }
})

test('the response to a deletion is empty', async () => {
  const { project } = await person.client.addProject({ title: 'Gone' })
  const answer = await inboard.request('DELETE', `/api/projects/${project.id}`, { token: person.token })
  expect(answer.status).toBe(204)
  expect(answer.text).toBe('')
  expect(answer.headers.get('content-type')).toBeNull()
})
