import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnection } from '../../support/network/open-connection.ts'
import { codeOfRefusal, eventually, type SignedIn } from '../../support/service/inboard.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { headOf, stallMany } from '../bodies/arriving/stalling.ts'

let person: SignedIn
let script: { id: string; token: string }
beforeEach(async () => {
  person = await inboard.signIn()
  const { api_token, token } = await person.client.makeApiToken({ label: 'Script', scope: 'write' })
  script = { id: api_token.id, token }
  await inboard.client(token).listProjects()
})

/** Keeps everyone from writing until it is called. */
let goOn: () => Promise<void>
async function stopWriting(): Promise<void> {
  const writing = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const written = inboard.world.db.transaction(() => {
    begun.resolve()
    return writing.promise
  })
  await begun.promise
  goOn = async () => {
    writing.resolve()
    await written
  }
}
afterEach(() => goOn?.())

const weed = JSON.stringify({ text: 'Weed' })

/** So many requests that write a card, each on a connection of its own. */
const flood = (token: string, count: number) =>
  Promise.all(
    times(count, async () => {
      const connection = await openConnection(inboard.url)
      await connection.send(headOf('POST /api/inbox/cards', token, `Content-Length: ${weed.length}`) + weed)
      return connection
    }),
  )

const hangUp = (connections: Awaited<ReturnType<typeof flood>>) => {
  for (const { socket } of connections) socket.destroy()
}

test('a token that has used up its places leaves one for everyone else of its account', async () => {
  await stopWriting()
  const connections = await flood(script.token, 40)
  // One after the other, they all take the place that is left.
  for (let count = 0; count < 5; count++) await person.client.listProjects()
  hangUp(connections)
})

test('the session that is busiest of all can still be signed out', async () => {
  await stopWriting()
  const { client, token } = person
  const connections = await flood(token, 300)
  expect(await client.readMe()).toHaveProperty('user')
  expect((await client.listSessions()).sessions).toHaveLength(1)
  expect((await client.listApiTokens()).api_tokens).toHaveLength(1)
  const signingOut = client.endSession({ id: 'current' })
  await goOn()
  await signingOut
  await Promise.all(connections.map(({ answers }) => answers(1)))
  const outcomes = connections.flatMap((connection) => connection.outcomes())
  // Those that were waiting then are turned away.
  expect(outcomes.filter((outcome) => outcome === '401 unauthenticated').length).toBeGreaterThan(200)
  hangUp(connections)
})

test('a token can be revoked while it is busy', async () => {
  await stopWriting()
  const connections = await flood(script.token, 300)
  const revoking = person.client.revokeApiToken({ id: script.id })
  await goOn()
  await revoking
  await Promise.all(connections.map(({ answers }) => answers(1)))
  expect((await person.client.listInboxCards()).cards.length).toBeLessThan(100)
  hangUp(connections)
})

test('endpoints that control access accept bodies, however many others are unfinished', async () => {
  const { client, token, user } = person
  const stalled = await stallMany(20, [token])
  expect(await codeOfRefusal(client.addInboxCard({ text: 'Weed' }))).toBe('rate_limited')
  const { api_token } = await client.makeApiToken({ label: 'Another', scope: 'read' })
  await client.revokeApiToken({ id: api_token.id })
  await client.leave({ email: user.email })
  hangUp(stalled)
})

test('if too many are waiting, they are refused, on connections that stay open', async () => {
  await stopWriting()
  const connections = await flood(script.token, 520)
  const refused = () => connections.filter(({ outcomes }) => outcomes().join() === '429 rate_limited')
  await eventually(() => refused().length === 15 || undefined, 'fifteen refusals')
  const [one] = refused()
  expect((await one?.answers(1))?.[0]?.headers.get('retry-after')).toBe('5')
  await person.client.listProjects()
  await goOn()
  await one?.send(headOf('GET /api/projects', script.token, 'Accept: */*'))
  expect((await one?.answers(2))?.[1]?.status).toBe(200)
  await Promise.all(connections.map(({ answers }) => answers(1)))
  expect(connections.every(({ socket }) => !socket.destroyed)).toBe(true)
  hangUp(connections)
})

test('those that hang up while they wait make room', async () => {
  await stopWriting()
  hangUp(await flood(script.token, 520))
  const connections = await eventually(async () => {
    const again = await flood(script.token, 400)
    await inboard.client(person.token).listProjects()
    const isRefused = again.some(({ outcomes }) => outcomes().includes('429 rate_limited'))
    if (!isRefused) return again
    hangUp(again)
    return undefined
  }, 'room for four hundred')
  hangUp(connections)
})

expectQuietLog(inboard)
