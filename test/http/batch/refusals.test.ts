import { describe, expect, test } from 'vitest'
import { inbox, missing, newcomer } from '../../api/batch/people.ts'
import { inboard } from '../../support/service/shared.ts'

describe('a batch', () => {
  test('refuses in it what would be refused alone, in the same words', async () => {
    const { batch, client, send } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { card } = await client.addInboxCard({ text: 'x' })
    const id = card.id
    const operations: {
      method: string
      path: string
      body?: unknown
      if_match?: string
      idempotency_key?: string
    }[] = [
      { method: 'POST', path: '/api/inbox/cards' },
      { method: 'POST', path: '/api/inbox/cards', body: {} },
      { method: 'POST', path: '/api/inbox/cards', body: [] },
      { method: 'POST', path: '/api/inbox/cards', body: 'text' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x', position: -1 } },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x'.repeat(65_536) } },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'ü'.repeat(32_768) } },
      { method: 'PATCH', path: `/api/cards/${id}`, body: { status_id: null } },
      { method: 'PATCH', path: `/api/cards/${id}`, body: { text: 'y' }, if_match: '"9"' },
      { method: 'PATCH', path: `/api/cards/${id}`, body: { text: 'y' }, if_match: '' },
      { method: 'DELETE', path: `/api/projects/${project.id}`, if_match: '"2"' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x' }, idempotency_key: id },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x' }, idempotency_key: '' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x' }, idempotency_key: 'a b' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: '' }, idempotency_key: 'a b' },
      { method: 'PATCH', path: '/api/cards/%00', body: { text: 'x' } },
      { method: 'PATCH', path: '/api/cards/%ff', body: { text: 'x' } },
      { method: 'DELETE', path: '/api/cards/%' },
      { method: 'DELETE', path: '/api/cards/order' },
      { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids: [missing] } },
      { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids: ['\0\ud800'] } },
      { method: 'POST', path: `/api/bin/${id}/restore` },
    ]
    const together = await batch(...operations)
    for (const [index, { method, path, body, if_match, idempotency_key }] of operations.entries()) {
      const alone = await send(`${method} ${path}`, {
        // Text would be sent as it is.
        body: typeof body === 'string' ? JSON.stringify(body) : body,
        ...(if_match !== undefined && { ifMatch: if_match }),
        ...(idempotency_key !== undefined && { key: idempotency_key }),
      })
      expect([index, together[index]]).toEqual([index, { status: alone.status, body: alone.body }])
    }
    expect((await client.listInboxCards()).cards).toEqual([card])
  })

  test('finds nothing but writes of cards, projects and the bin', async () => {
    const { batch, client } = await newcomer()
    const { card } = await client.addInboxCard({ text: 'x' })
    const strange = [
      { method: 'GET', path: '/api/inbox/cards' },
      { method: 'GET', path: `/api/cards/${card.id}` },
      { method: 'HEAD', path: `/api/cards/${card.id}` },
      { method: 'GET', path: '/api/bin' },
      { method: 'GET', path: '/api/changes' },
      { method: 'GET', path: '/api/me' },
      { method: 'POST', path: '/api/batch', body: { operations: [] } },
      { method: 'POST', path: '/api/auth/magic-link', body: { email: 'ada@example.com' } },
      { method: 'POST', path: '/api/email/change', body: { email: 'ada@example.com' } },
      { method: 'POST', path: '/api/passkeys/options' },
      { method: 'DELETE', path: '/api/passkeys/x' },
      { method: 'post', path: '/api/inbox/cards', body: { text: 'x' } },
      { method: 'PUT', path: '/api/inbox/cards', body: { text: 'x' } },
      { method: '', path: '', body: {} },
      { method: 'POST', path: 'api/inbox/cards', body: { text: 'x' } },
      { method: 'POST', path: '/inbox/cards', body: { text: 'x' } },
      { method: 'POST', path: '/API/inbox/cards', body: { text: 'x' } },
      { method: 'POST', path: '/api/inbox/cards/x', body: { text: 'x' } },
      { method: 'POST', path: '/api/inbox', body: { text: 'x' } },
      { method: 'POST', path: `${inboard.url}/api/inbox/cards`, body: { text: 'x' } },
      { method: 'POST', path: '/api/inbox/cards\n', body: { text: 'x' } },
      { method: 'DELETE', path: '/api/cards/' },
      { method: 'DELETE', path: `/api/cards/${card.id}/../${card.id}` },
      { method: 'DELETE', path: '/api/projects' },
      { method: 'POST', path: '/healthz' },
      { method: 'GET', path: '/' },
    ]
    const results = await batch(...strange)
    for (const [index, result] of results.entries())
      expect([strange[index], result.status, result.body.code]).toEqual([strange[index], 404, 'not_found'])
    for (const [index, { method }] of strange.entries())
      expect([strange[index], /only writes/.test(results[index]?.body.detail ?? '')]).toEqual([
        strange[index],
        method === 'GET',
      ])
    expect((await client.listInboxCards()).cards).toEqual([card])
  })
})
