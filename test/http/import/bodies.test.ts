import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { newcomer } from '../../api/import/people.ts'
import { csv } from '../../support/import-files/files.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

describe('a file is imported', () => {
  test('and another time, after it was broken off', async () => {
    const { token, client } = await newcomer()
    const head = `POST /api/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/csv\r\n`
    for (const framing of ['Content-Length: 1000000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n20\r\n']) {
      const socket = connect(Number(new URL(inboard.url).port), '127.0.0.1')
      await new Promise((resolve) => socket.write(`${head}${framing}text\nWeed`, resolve))
      socket.destroy()
    }
    // Of one account, one is in work at a time.
    expect(await client.importFile({ file: csv('text\nWeed') })).toMatchObject({ cards: 1 })
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })

  test('in chunks of any length', async () => {
    const { token, client } = await newcomer()
    const text = `text\n${times(1500, (index) => `Card ${index} ${'x'.repeat(index % 97)}`).join('\n')}`
    const bytes = Buffer.from(text)
    const cuts = times(60, (index) => Math.floor((index * bytes.length) / 60))
    const chunks = cuts.map((cut, index) => bytes.subarray(cut, cuts[index + 1]))
    const response = await fetch(`${inboard.url}/api/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift()
          if (chunk) controller.enqueue(chunk)
          else controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(201)
    expect((await client.listInboxCards()).cards).toHaveLength(1500)
  })
})
