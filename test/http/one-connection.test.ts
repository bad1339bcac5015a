import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { count, ids, inbox, newcomer } from '../api/large/people.ts'
import { openConnection } from '../support/network/open-connection.ts'
import { times } from '../support/service/sending.ts'
import { inboard } from '../support/service/shared.ts'

const head = (token: string, line: string, length?: number) =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${
    length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  }\r\n`

describe('however much one account asks for at once', () => {
  test('every request is answered, in its order', async () => {
    const { token } = await newcomer()
    const { socket, send, answers } = await openConnection(inboard.url)
    const cards = times(80, (index) => head(token, `GET /api/cards/card-${index + 1}`))
    await send([head(token, 'GET /api/inbox/cards'), ...cards, head(token, 'GET /api/me')].join(''))
    const [, ...answered] = await answers(82)
    const said = answered.map(({ text }) => JSON.parse(text))
    expect(said.pop()).toHaveProperty('user')
    expect(said.map(({ card }) => card.id)).toEqual(times(80, (index) => `card-${index + 1}`))
    socket.destroy()
  })

  test('a hundred requests of a connection may wait, and the others are refused, in order', async () => {
    const { token } = await newcomer()
    const connection = await openConnection(inboard.url)
    // In one piece, so that the server has read all of them before it answers the first.
    await connection.send(head(token, 'GET /api/inbox/cards') + head(token, 'GET /api/me').repeat(120))
    const answers = await connection.answers(121)
    expect(answers.map(({ status }) => status)).toEqual([...times(101, () => 200), ...times(20, () => 429)])
    for (const { code, headers } of answers.slice(101))
      expect([code, headers.get('retry-after')]).toEqual(['rate_limited', '5'])
    await connection.send(head(token, 'GET /api/me'))
    expect((await connection.answers(122))[121]?.status).toBe(200)
    connection.socket.destroy()
  })

  test('requests behind a stream wait for it, and take no slot', async () => {
    const { token, client } = await inboard.signIn()
    const connection = await openConnection(inboard.url)
    await connection.send(head(token, 'GET /api/events') + head(token, 'GET /api/projects').repeat(50))
    await Promise.all(times(10, () => client.listProjects()))
    await client.addInboxCard({ text: 'Weed' })
    connection.socket.destroy()
  })

  test('those that are broken off, before and within and after their bodies, leave no trace', async () => {
    const { token, client } = await newcomer()
    const port = Number(new URL(inboard.url).port)
    const body = JSON.stringify({ ...inbox, card_ids: ids((await client.listInboxCards()).cards) })
    for (const sent of [0, 20_000, body.length]) {
      await Promise.all(
        times(8, async () => {
          const socket = connect(port, '127.0.0.1')
          socket.on('error', () => {})
          await new Promise((resolve) =>
            socket.write(head(token, 'PUT /api/cards/order', body.length) + body.slice(0, sent), resolve),
          )
          socket.destroy()
        }),
      )
    }
    for (let count = 0; count < 8; count++) {
      const outgoing = httpRequest(`${inboard.url}/api/inbox/cards`, {
        headers: { authorization: `Bearer ${token}` },
      })
      outgoing.on('error', () => {})
      outgoing.on('response', () => outgoing.destroy())
      outgoing.end()
    }
    // There is room for each kind of request.
    await client.setColumn({ ...inbox, card_ids: [] })
    expect((await client.listInboxCards()).cards).toHaveLength(count + 1)
    expect((await Promise.all(times(40, () => client.readMe()))).length).toBe(40)
  })
})
