import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Shell } from '../../../support/processes/shell.ts'

/** For one test. */
export function newShell(): Shell {
  const shell = new Shell()
  onTestFinished(() => shell.remove())
  return shell
}

/** Where a login is kept. */
export const fileOf = (shell: Shell) => join(shell.home, 'config/inboard/login.json')

/** A server that is none of ours. */
export async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
