import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Answer, Result, Round } from './load.ts'
import type { People } from './seed.ts'
import type { BareServer, Server } from './servers.ts'

export interface Figures extends Result {
  /** Microseconds of the server's CPU time for each request. */
  cpu: number
}

export interface Driver {
  round(server: Server | BareServer, round: Omit<Round, 'server'>): Promise<Figures>
  /** The answer to one request of the first person. */
  answer(server: Server | BareServer, operation: string): Promise<string>
  stop(): void
}

/** Drives the process that makes the load. */
export function startDriver(people: People): Driver {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-load-'))
  const file = join(folder, 'people.json')
  writeFileSync(file, JSON.stringify(people))
  const load = fork(resolve(import.meta.dirname, 'load.ts'), [file])

  async function tell<Reply>(message: object | string): Promise<Reply> {
    const failing = new AbortController()
    const reply = once(load, 'message', failing)
    const end = once(load, 'exit', failing).then(() => {
      throw new Error('The load has failed.')
    })
    load.send(message)
    try {
      const [value] = await Promise.race([reply, end])
      return value
    } finally {
      end.catch(() => {})
      failing.abort()
    }
  }

  async function prepare(server: Server | BareServer, round: Omit<Round, 'server'>) {
    if ('serve' in server) await server.serve(round.operation)
    const { name, port, credentials } = server
    await tell({ prepare: { ...round, server: { name, port, credentials } } })
  }

  return {
    async round(server, round) {
      await prepare(server, round)
      const before = await server.usage()
      const result = await tell<Result>('run')
      const after = await server.usage()
      return { ...result, cpu: (after.cpu - before.cpu) / result.requests }
    },
    async answer(server, operation) {
      await prepare(server, { operation, connections: 1, requests: 1 })
      return (await tell<Answer>('answer')).body
    },
    stop() {
      load.kill()
      rmSync(folder, { recursive: true })
    },
  }
}
