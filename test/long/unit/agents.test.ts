import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { Agents } from '../../../src/server/agents/agents.ts'

const threads: Worker[] = []
const remember = (worker: Worker) => threads.push(worker)
process.on('worker', remember)
afterEach(() => process.off('worker', remember))

test('the thread ends when nobody has asked for a while, and begins again with the next who does', async () => {
  const errors: unknown[] = []
  const agents = new Agents({
    version: '1.0.0',
    hasBin: true,
    accept: () => {},
    onError: (error) => errors.push(error),
    idleTime: 1,
  })
  const ask = () =>
    agents.answer({
      token: '',
      scope: 'read',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })),
    })
  for (const count of [1, 2]) {
    expect((await ask()).status).toBe(200)
    expect(threads).toHaveLength(count)
    await once(threads[count - 1] as Worker, 'exit')
  }
  await agents.close()
  await expect(ask()).rejects.toThrow()
  expect(errors).toEqual([])
})
