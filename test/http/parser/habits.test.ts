import { describe, expect, test } from 'vitest'
import { answerTo, sendRaw } from '../../support/network/raw-http.ts'
import { inboard } from '../../support/service/shared.ts'
import { alive, host, toInbox, weed } from './lines.ts'

describe('habits of other clients', () => {
  test.for([
    ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['empty lines before a request', `\r\n\r\n${alive}`],
    [
      'a wish for another protocol',
      `GET /healthz HTTP/1.1\r\n${host}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`,
    ],
    ['a wish for another version of the API', `GET /healthz HTTP/1.1\r\n${host}Accept-Version: 9\r\n\r\n`],
    ['a wish for another format', `GET /healthz HTTP/1.1\r\n${host}Accept: text/html\r\n\r\n`],
  ])('%s is no trouble', async ([, bytes = '']) => {
    expect((await answerTo(inboard.url, bytes)).status).toBe(200)
  })

  test('someone who expects 100 Continue gets it', async () => {
    const bytes = toInbox('Content-Length: 15\r\nExpect: 100-continue\r\n', weed)
    const { answers } = await sendRaw(inboard.url, bytes, 2)
    expect(answers.map(({ status }) => status)).toEqual([100, 201])
  })

  test('an unknown expectation is ignored', async () => {
    const bytes = toInbox('Content-Length: 15\r\nExpect: miracles\r\n', weed)
    expect((await answerTo(inboard.url, bytes)).status).toBe(201)
  })
})
