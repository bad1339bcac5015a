import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { lightFetch } from '../../../src/command/account/connection.ts'
import { answering } from '../../support/network/answering.ts'

const connections = new Set<Socket>()
const server = answering((request, response) => {
  connections.add(request.socket)
  response.writeHead(204).end()
})

test('an answer without a body sets its connection free, for the next request or the end of the command', async () => {
  for (let requests = 0; requests < 3; requests++) {
    expect((await lightFetch(server.url, { method: 'DELETE' })).status).toBe(204)
    // It is free one turn later.
    await new Promise(setImmediate)
  }
  expect(connections.size).toBe(1)
})
