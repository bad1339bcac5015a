import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { fillInbox } from '../../support/service/filling.ts'
import { eventually } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { add, newcomer, type Result } from './people.ts'

/** Sends a batch without waiting for its answer. */
function begin(token: string, operations: object[]) {
  const outgoing = httpRequest(`${inboard.url}/api/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  outgoing.end(JSON.stringify({ operations }))
  return outgoing
}

test('others are served between the operations of a batch, and so is its own account', async () => {
  const person = await newcomer()
  const bystander = await newcomer()
  // Each operation moves them all up: it takes its time.
  await fillInbox(inboard, person, 200)
  const operations = times(100, (index) => add(`${index}`, { body: { text: `${index}`, position: 0 } }))
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  begin(person.token, operations).on('response', (response) => {
    let text = ''
    response.on('data', (chunk) => {
      text += chunk
      // The first result, not only the head.
      if (text.includes('"seq"')) begun.resolve()
    })
    response.on('end', () => ended.resolve(text))
  })
  await begun.promise
  const own = await person.send('POST /api/inbox/cards', { body: { text: 'own' } })
  await bystander.send('POST /api/inbox/cards', { body: { text: 'other' } })
  const { results } = JSON.parse(await ended.promise) as { results: Result[] }
  const seqs = results.map((result) => result.seq ?? 0)
  expect(results.map(({ status }) => status)).toEqual(times(100, () => 201))
  // It came in between, and in their own order they are all the same.
  expect(own.seq).toBeLessThan(seqs.at(-1) ?? 0)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  expect(new Set([...seqs, own.seq]).size).toBe(101)
})

test('operations that have begun are completed even if the client disconnects', async () => {
  const { token, client } = await newcomer()
  const outgoing = begin(
    token,
    times(50, (index) => add(`${index}`)),
  )
  outgoing.on('error', () => {})
  outgoing.on('response', () => outgoing.destroy())
  await eventually(async () => (await client.changes()).seq === 50 || undefined, 'all of the batch')
})
