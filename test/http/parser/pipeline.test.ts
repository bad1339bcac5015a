import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { sendRaw } from '../../support/network/raw-http.ts'
import { eventually } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { alive, host, inboxSize, toInbox, weed } from './lines.ts'

describe('requests one behind another on a connection', () => {
  test('are answered in their order', async () => {
    const none = `GET /none HTTP/1.1\r\n${host}\r\n`
    const { answers } = await sendRaw(inboard.url, alive + none + alive, 3)
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
  })

  test('may be as many as anybody likes, as long as those before them are answered', async () => {
    const { hostname, port } = new URL(inboard.url)
    const socket = connect(Number(port), hostname)
    let answered = 0
    socket.on('data', (data) => {
      answered += data.toString().split('HTTP/1.1 200').length - 1
    })
    for (const wanted of [60, 120, 180]) {
      socket.write(alive.repeat(60))
      await eventually(() => answered === wanted || undefined, `${wanted} answers`)
    }
    socket.destroy()
  })

  test('are answered before nonsense that follows them', async () => {
    const before = await inboxSize()
    const card = toInbox('Content-Length: 15\r\n', weed)
    const { answers, end } = await sendRaw(inboard.url, `${alive}${card}${card}NONSENSE\r\n\r\n`)
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [201, undefined],
      [201, undefined],
      [400, 'malformed_request'],
    ])
    expect(end).toBe('closed')
    expect(await inboxSize()).toBe(before + 2)
  })

  test('one that is refused does not take the next one with it', async () => {
    const wrong = toInbox('Content-Length: 4\r\n', '{{{{')
    const large = toInbox('Content-Length: 100000\r\n', 'x'.repeat(100_000))
    const { answers } = await sendRaw(inboard.url, wrong + large + alive, 3)
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'malformed_json'],
      [413, 'payload_too_large'],
      [200, undefined],
    ])
  })
})

test('a request to be connected elsewhere leads nowhere', async () => {
  const { answers, end } = await sendRaw(inboard.url, `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`)
  expect(answers.map(({ status, code }) => [status, code])).toEqual([[404, 'not_found']])
  expect(end).toBe('closed')
})
