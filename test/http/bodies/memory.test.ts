import { afterEach, expect, test } from 'vitest'
import { newcomer } from '../../api/import/people.ts'
import { eventually } from '../../support/service/inboard.ts'
import { longBodies, noLongBodies } from '../../support/service/long-bodies.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

afterEach(noLongBodies)

const batch = '{"operations":[{"method":"POST","path":"/api/projects","body":{"title":"Garden"}}]}'

test.for([
  ['CSV', 'text/csv', 'text\nWeed'],
  ['JSON', 'application/json', '{"format":"inboard","version":1,"projects":[],"inbox":[{"text":"Weed"}]}'],
] as const)('short files in %s are imported whole while memory is short', async ([, type, text]) => {
  const { user, client, send, post } = await newcomer()
  const writing = Promise.withResolvers<void>()
  const written = inboard.world.db.hold(user.id, () => writing.promise)
  /** Sends some at a time, until so many more are on disk. */
  async function untilOnDisk<Answer>(more: number, sendOne: () => Promise<Answer>) {
    const [before, sent] = [longBodies(), [] as Promise<Answer>[]]
    await eventually(() => {
      sent.push(...times(5, sendOne))
      return longBodies() >= before + more || undefined
    }, 'bodies on disk')
    return sent
  }
  const batches = await untilOnDisk(1, () => send('POST /api/batch', { body: batch.padEnd(60_000) }))
  // More than there are batches that may still be arriving.
  const imports = await untilOnDisk(10, () => post(text.padEnd(4000), type))
  writing.resolve()
  await Promise.all([written, ...batches])
  const outcomes = (await Promise.all(imports)).map(({ outcome }) => outcome)
  // No more than twenty may arrive at a time.
  const accepted = outcomes.filter((outcome) => outcome !== '429 rate_limited')
  expect(new Set(accepted)).toEqual(new Set(['201']))
  expect((await client.listInboxCards()).cards).toHaveLength(accepted.length)
})
