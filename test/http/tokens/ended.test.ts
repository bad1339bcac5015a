import { expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

const read = (token: string) => inboard.request('GET', '/api/me', { token })

test('a session ends with its user', async () => {
  const gone = await inboard.signIn()
  expect(outcome(await read(gone.token))).toBe('200')
  const { project } = await gone.client.addProject({ title: 'Garden' })
  await gone.client.addProjectCard({ project_id: project.id, text: 'Weed' })
  const { card } = await gone.client.addInboxCard({ text: 'Water' })
  await gone.client.removeCard({ id: card.id })
  await inboard.world.db.transaction((tx) => tx.run`delete from users where id = ${gone.user.id}`)
  const order = { project_id: null, status_id: null, card_ids: [] }
  for (const [method, path, body] of [
    ['GET', '/api/me'],
    ['POST', '/api/email/change', { email: 'elsewhere@example.com' }],
    ['GET', '/api/passkeys'],
    ['POST', '/api/passkeys/options'],
    ['POST', '/api/passkeys', {}],
    ['DELETE', '/api/passkeys/none'],
    ['GET', '/api/projects'],
    ['POST', '/api/projects', { title: 'Garden' }],
    ['PATCH', '/api/projects/none', { title: '' }],
    ['GET', '/api/projects/none/cards'],
    ['GET', '/api/inbox/cards'],
    ['POST', '/api/inbox/cards', { text: 'Weed' }],
    ['POST', '/api/inbox/cards', '{'],
    ['GET', '/api/cards/none'],
    ['PUT', '/api/cards/order', order],
    ['PUT', '/api/cards/order', { ...order, card_ids: ['none'] }],
    ['GET', '/api/search?q=weed'],
    ['GET', '/api/bin'],
    ['POST', '/api/bin/none/restore'],
    ['DELETE', '/api/bin/none'],
    ['DELETE', '/api/bin'],
    ['GET', '/api/changes'],
    ['GET', '/api/changes?since=0'],
    ['GET', '/api/changes?since=1'],
    ['GET', '/api/events'],
    ['GET', '/api/events?since=0'],
    ['POST', '/api/batch', { operations: [] }],
    ['POST', '/api/batch', { operations: [{ method: 'DELETE', path: '/api/bin' }] }],
  ] as const) {
    const answer = await inboard.request(method, path, { token: gone.token, body })
    expect([method, path, outcome(answer)]).toEqual([method, path, '401 unauthenticated'])
  }
})

test('the lifetime of a session can be chosen', async () => {
  const short = await startTestInboard({ SESSION_TTL: '90m' })
  try {
    const { token } = await short.signIn()
    const me = () => short.request('GET', '/api/me', { token })
    short.clock.advance(89 * 60_000)
    expect(outcome(await me())).toBe('200')
    short.clock.advance(60_000)
    expect(outcome(await me())).toBe('401 unauthenticated')
  } finally {
    await short.stop()
  }
})
