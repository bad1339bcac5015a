import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ownProgram } from '../../../src/server/common/shipped.ts'

test('a worker of another version than the server reports it, and ends', async () => {
  const worker = spawn(process.execPath, [...ownProgram(), 'work'], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(worker, 'exit')
  worker.send({ kind: 'begin', version: '0.1.0', config: {} })
  const [report] = await once(worker, 'message')
  expect(String(report.error)).toContain('restart the server')
  expect(await ended).toEqual([1, null])
})
