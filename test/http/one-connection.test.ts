import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { count, ids, inbox, newcomer } from '../api/large/people.ts'
import { eventually } from '../support/service/inboard.ts'
import { times } from '../support/service/sending.ts'
import { inboard } from '../support/service/shared.ts'

const head = (token: string, line: string, length?: number) =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${
    length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  }\r\n`

function openConnection() {
  const socket = connect(Number(new URL(inboard.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  return { socket, heard: () => text }
}

describe('however much one account asks for at once', () => {
  test('every request is answered, in its order', async () => {
    const { token } = await newcomer()
    const { socket, heard } = openConnection()
    const cards = times(80, (index) => head(token, `GET /api/cards/card-${index + 1}`))
    socket.write([head(token, 'GET /api/inbox/cards'), ...cards, head(token, 'GET /api/me')].join(''))
    await eventually(() => heard().includes('"user":{') || undefined, 'the last answer')
    const answered = [...heard().matchAll(/\{"card":\{"id":"card-(\d+)"/g)].map(([, number]) =>
      Number(number),
    )
    expect(answered).toEqual(times(80, (index) => index + 1))
    expect(heard().match(/HTTP\/1\.1 200 /g)).toHaveLength(82)
    socket.destroy()
  })

  test('a connection is closed on which more than a hundred wait', async () => {
    const { token } = await newcomer()
    const { socket, heard } = openConnection()
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(head(token, 'GET /api/inbox/cards') + head(token, 'GET /api/me').repeat(300))
    await closed
    expect(heard()).not.toContain('"user":{')
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
