import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Result, Round } from './load.ts'
import type { People } from './seed.ts'
import type { BareServer, Server } from './servers.ts'
import { startWorker } from './worker.ts'

export interface Figures extends Result {
  /** Microseconds of the server's CPU time for each request. */
  cpu: number
}

export interface Driver {
  round(server: Server | BareServer, round: Omit<Round, 'server'>): Promise<Figures>
  /** The response to one request of the first person. */
  answer(server: Server | BareServer, operation: string): Promise<string>
  stop(): void
}

/** Drives the load process. */
export function startDriver(people: People): Driver {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-load-'))
  const file = join(folder, 'people.json')
  writeFileSync(file, JSON.stringify(people))
  const load = startWorker('load.ts', file)

  async function prepare(server: Server | BareServer, round: Omit<Round, 'server'>) {
    if ('serve' in server) await server.serve(round.operation)
    const { name, port, credentials } = server
    await load.tell({ prepare: { ...round, server: { name, port, credentials } } })
  }

  return {
    async round(server, round) {
      await prepare(server, round)
      const before = await server.usage()
      const result = await load.tell<Result>('run')
      const after = await server.usage()
      return { ...result, cpu: (after.cpu - before.cpu) / result.requests }
    },
    async answer(server, operation) {
      await prepare(server, { operation, connections: 1, requests: 1 })
      return (await load.tell<Answer>('answer')).body
    },
    stop() {
      load.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
