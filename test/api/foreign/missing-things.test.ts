import { expect, test } from 'vitest'
import { methodAndPath } from '../../../src/contract/routes.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'
import { wellFormed } from '../../support/service/well-formed.ts'
import { ask, missing, withId, writing } from './asking.ts'

test('a key that was used for something else is refused before anything is looked for', async () => {
  const person = await inboard.signIn()
  await person.client.addInboxCard({ text: 'Used' }, { idempotencyKey: 'used' })
  for (const name of writing) {
    const answer = await ask(name, person, missing, { 'idempotency-key': 'used', 'if-match': '"0"' })
    expect([name, outcome(answer)]).toEqual([name, '422 idempotency_key_reused'])
  }
})

test('what is asked for must be there, whatever it is to be like', async () => {
  const person = await inboard.signIn()
  for (const name of withId) {
    const headers = { 'if-match': '"0"', 'idempotency-key': crypto.randomUUID() }
    const answer = await ask(name, person, missing, headers)
    expect([name, outcome(answer)]).toEqual([name, '404 not_found'])
  }
})

test('identifiers in a body that cannot be any are missing things', async () => {
  const { client, token } = await inboard.signIn()
  const { project } = await client.addProject({ title: 'Garden' })
  const { card } = await client.addProjectCard({ project_id: project.id, text: 'Weed' })
  const { seq } = await client.changes()
  const odd = ['', 'x', '\u0000', '🪴', '\ud83e', card.id.toUpperCase(), `${card.id} `, 'a'.repeat(5000)]
  for (const id of odd) {
    const bodies = [
      { project_id: null, status_id: null, card_ids: [id] },
      { project_id: id, status_id: id, card_ids: [] },
      { project_id: project.id, status_id: id, card_ids: [card.id] },
    ]
    for (const body of bodies) {
      const answer = await inboard.request('PUT', '/api/cards/order', { token, body })
      expect([id, outcome(answer)]).toEqual([id, '404 not_found'])
    }
  }
  expect((await client.changes()).seq).toBe(seq)
})

test('identifiers in a path that no database could hold are missing things, in a batch too', async () => {
  const person = await inboard.signIn()
  for (const id of ['\u0000', `${missing}\u0000`, 'a'.repeat(12_000)])
    for (const name of withId) {
      const answer = await ask(name, person, id)
      expect([name, outcome(answer)]).toEqual([name, '404 not_found'])
    }
  // An edit of a text alone is one statement, which finds the card by itself.
  const edit = { token: person.token, body: { text: 'Weed' } }
  expect(outcome(await inboard.request('PATCH', '/api/cards/%00', edit))).toBe('404 not_found')
  const odd = ['%00', '\u0000', '\ud800', '%ed%a0%80', 'a'.repeat(12_000)]
  const operations = writing
    .filter((name) => withId.includes(name))
    .flatMap((name) =>
      odd.map((id) => {
        const [method, path] = methodAndPath(name)
        return { method, path: path.replace(/\{\w+\}/, id), body: wellFormed[name] }
      }),
    )
  for (const operation of operations) {
    const { results } = await person.client.batch({ operations: [operation as never] })
    expect([operation.path.slice(0, 40), results]).toEqual([
      operation.path.slice(0, 40),
      [{ status: 404, body: expect.objectContaining({ code: 'not_found' }) }],
    ])
  }
})
