import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { encodeParts } from '../../../src/server/http/compression.ts'
import { answering } from '../../support/network/answering.ts'
import { times } from '../../support/service/sending.ts'

const megabyte = 2 ** 20
const waiting: number[] = []

const listeners = (response: ServerResponse) =>
  response.listenerCount('drain') + response.listenerCount('close')

/** More than a connection takes at once, so that each part is waited for. */
async function* parts(response: ServerResponse) {
  for (const part of times(20, (index) => Buffer.alloc(megabyte, index))) {
    waiting.push(listeners(response))
    yield part
  }
}

const server = answering((_, response) => void encodeParts(parts(response), undefined, () => response))

test('an answer of many large parts arrives whole, and waiting for each leaves no listener behind', async () => {
  const whole = await (await fetch(server.url)).bytes()
  expect(whole).toHaveLength(20 * megabyte)
  expect([...whole.subarray(megabyte - 1, megabyte + 1)]).toEqual([0, 1])
  expect(new Set(waiting).size).toBe(1)
})
