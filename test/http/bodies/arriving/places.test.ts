import { expect, test } from 'vitest'
import { csv } from '../../../support/import-files/files.ts'
import { openConnection } from '../../../support/network/open-connection.ts'
import { answerTo } from '../../../support/network/raw-http.ts'
import { codeOfRefusal, eventually } from '../../../support/service/inboard.ts'
import { expectQuietLog } from '../../../support/service/quiet-log.ts'
import { times } from '../../../support/service/sending.ts'
import { inboard } from '../../../support/service/shared.ts'
import { headOf, rest, stall, stallMany } from './stalling.ts'

/** A session and two API tokens of one account. Each has been used before. */
async function threeDevices() {
  const { client, token, user } = await inboard.signIn()
  const made = [await client.makeApiToken({ label: 'a', scope: 'write' })]
  made.push(await client.makeApiToken({ label: 'b', scope: 'write' }))
  for (const { token: one } of made) await inboard.client(one).listProjects()
  return { client, user, tokens: [token, ...made.map((one) => one.token)] as [string, string, string] }
}

const inbox = { project_id: null, status_id: null, card_ids: [] }
const weed = { text: 'Weed' }
const end = (connections: { socket: { destroy(): void } }[]) =>
  connections.forEach(({ socket }) => {
    socket.destroy()
  })

test('requests whose bodies do not arrive delay no other of their account', async () => {
  const { client, tokens } = await threeDevices()
  const stalled = await stallMany(19, tokens)
  // Each of these would wait in one line with some of them.
  await client.addInboxCard(weed)
  await client.setColumn(inbox)
  await client.batch({ operations: [] })
  await client.importFile({ file: csv('text\nWater') })
  await inboard.client(tokens[1]).addInboxCard(weed)
  expect((await client.listInboxCards()).cards).toHaveLength(3)
  // Nor does that do them any harm.
  const [first] = stalled
  await first?.send(rest)
  expect((await first?.answers(2))?.map(({ status }) => status)).toEqual([100, 201])
  end(stalled)
})

test('twenty bodies of an account may be arriving at a time', async () => {
  const { client, tokens } = await threeDevices()
  const other = await inboard.signIn()
  const fill = () =>
    Promise.all(times(20, (index) => stall('POST /api/inbox/cards', tokens[index % 3] ?? '')))

  /** What becomes of twenty, and of another one meanwhile. */
  async function tryTwenty() {
    const stalled = await fill()
    const more = await codeOfRefusal(client.addInboxCard(weed))
    for (const { send } of stalled) await send(rest)
    const statuses = await Promise.all(stalled.map(async ({ answers }) => (await answers(2))[1]?.status))
    end(stalled)
    return { more, taken: statuses.filter((status) => status === 201).length }
  }

  expect(await tryTwenty()).toEqual({ more: 'rate_limited', taken: 20 })
  const stalled = await fill()
  for (const token of tokens) {
    const refused = await inboard.request('POST', '/api/inbox/cards', { token, body: weed })
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited', retry_after: 5 })
    expect(refused.headers.get('retry-after')).toBe('5')
  }
  const toAgents = headOf('POST /mcp', tokens[0], 'Content-Length: 2')
  expect((await answerTo(inboard.url, toAgents)).code).toBe('rate_limited')
  // What has no body is answered, and so are others.
  await client.listInboxCards()
  await other.client.addInboxCard(weed)
  // Those that are broken off give their places back, each of them once.
  end(stalled)
  await eventually(async () => {
    const { more, taken } = await tryTwenty()
    expect(more).toBe('rate_limited')
    return taken === 20 || undefined
  }, 'room for as many as before')
})

test('clients that hang up while the server looks for their account take no places', async () => {
  const { client } = await inboard.signIn()
  // The first request with a token writes that it is used, and waits for whoever is writing.
  const { token } = await client.makeApiToken({ label: 'a', scope: 'write' })
  const writing = Promise.withResolvers<void>()
  const written = inboard.world.db.transaction(() => writing.promise)
  const connections = await Promise.all(times(30, () => openConnection(inboard.url)))
  await Promise.all(
    connections.map(({ send }) => send(headOf('POST /api/inbox/cards', token, 'Content-Length: 60'))),
  )
  /** Time enough for the server to notice what was sent before. */
  const notice = async () => {
    for (let requests = 0; requests < 50; requests++) await (await fetch(`${inboard.url}/healthz`)).text()
  }
  await notice()
  for (const { socket } of connections) socket.resetAndDestroy()
  await notice()
  writing.resolve()
  await written
  // Behind all of theirs.
  await inboard.world.db.transaction(async () => {})
  await client.addInboxCard(weed)
})

test('of many connections of an account, twenty take its places', async () => {
  const { client, tokens } = await threeDevices()
  const connections = await Promise.all(times(100, () => openConnection(inboard.url)))
  await Promise.all(
    connections.map(({ send }, index) =>
      send(headOf('POST /api/inbox/cards', tokens[index % 3] ?? '', 'Content-Length: 60')),
    ),
  )
  const refused = () => connections.filter(({ outcomes }) => outcomes().join() === '429 rate_limited')
  await eventually(() => refused().length === 80 || undefined, 'eighty refusals')
  await client.listInboxCards()
  end(connections)
})

test('64 MiB of an account may be arriving at a time', async () => {
  const { client, tokens } = await threeDevices()
  const mebibyte = 1024 * 1024
  const other = await inboard.signIn()
  const large = await stall('POST /api/import', tokens[0], [`Content-Length: ${32 * mebibyte}`, '{'])
  const larger = await stall('POST /api/import', tokens[0], [`Content-Length: ${32 * mebibyte}`, ''])
  expect(await codeOfRefusal(client.addInboxCard(weed))).toBe('rate_limited')
  await other.client.addInboxCard(weed)
  await client.listInboxCards()
  larger.socket.destroy()
  await eventually(
    async () => (await codeOfRefusal(client.addInboxCard(weed))) === 'accepted' || undefined,
    'room for another body',
  )
  const most = await stall('POST /api/import', tokens[0], [`Content-Length: ${31 * mebibyte}`, ''])
  // One of no length is counted as it grows.
  const growing = await stall('POST /api/import', tokens[0], ['Transfer-Encoding: chunked', ''])
  const chunk = `80000\r\n${'x'.repeat(mebibyte / 2)}\r\n`
  await growing.send(chunk)
  await client.addInboxCard(weed)
  await growing.send(chunk + chunk)
  await growing.answers(2)
  expect(growing.outcomes()).toEqual(['100', '429 rate_limited'])
  // It may finish all the same, and then goes on with the next request.
  await growing.send(`${chunk}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
  await growing.answers(3)
  expect(growing.outcomes()).toEqual(['100', '429 rate_limited', '200'])
  await client.addInboxCard(weed)
  end([large, most, growing])
})

test('a refused client can send the remaining bytes, and the next request on the same connection', async () => {
  const { client, tokens } = await threeDevices()
  const stalled = await stallMany(20, tokens)
  const body = 'x'.repeat(50_000)
  const refused = await openConnection(inboard.url)
  await refused.send(headOf('POST /api/inbox/cards', tokens[0], 'Content-Length: 50000') + body.slice(0, 9))
  await refused.answers(1)
  await refused.send(body.slice(9))
  await refused.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await refused.answers(2)
  expect(refused.outcomes()).toEqual(['429 rate_limited', '200'])
  const last = await openConnection(inboard.url)
  await last.send(
    headOf('POST /api/inbox/cards', tokens[0], 'Content-Length: 50000\r\nConnection: close') + body,
  )
  await last.closed
  expect(last.outcomes()).toEqual(['429 rate_limited'])
  end([...stalled, refused])
  await eventually(
    async () => (await codeOfRefusal(client.addInboxCard(weed))) === 'accepted' || undefined,
    'room for another body',
  )
})

test('bodies that have arrived take no place, however many come at once', async () => {
  const { client, tokens } = await threeDevices()
  const body = JSON.stringify(weed)
  const one = headOf('POST /api/inbox/cards', tokens[0], `Content-Length: ${body.length}`) + body
  const connection = await openConnection(inboard.url)
  await connection.send(one.repeat(90))
  await connection.answers(90)
  expect(new Set(connection.outcomes())).toEqual(new Set(['201']))
  await Promise.all(times(60, () => client.addInboxCard(weed)))
  connection.socket.destroy()
})

test('a client that was signed out while its body arrived is refused', async () => {
  const { client, tokens } = await threeDevices()
  const { api_tokens } = await client.listApiTokens()
  const { send, answers, socket } = await stall('POST /api/inbox/cards', tokens[1])
  await client.revokeApiToken({ id: api_tokens.find(({ label }) => label === 'a')?.id ?? '' })
  await send(rest)
  expect((await answers(2)).map(({ code }) => code)).toEqual([undefined, 'unauthenticated'])
  expect((await client.listInboxCards()).cards).toEqual([])
  socket.destroy()
})

expectQuietLog(inboard)
