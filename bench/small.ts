import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/support/network/free-port.ts'
import { root } from '../test/support/processes/process.ts'
import { type Driver, startDriver } from './driver.ts'
import { operationNamed } from './operations.ts'
import { many, type Plan } from './plan.ts'
import { seed } from './seed.ts'
import { type Server, startBare, startInboard } from './servers.ts'
import { median } from './statistics.ts'
import type { Store } from './stores.ts'

interface Size {
  /** Milliseconds until it can answer. */
  start: number
  /** Resident, in bytes. */
  idle: number
  loaded: number
}

export interface Smallness {
  inboard: Size
  bare: Size
  requests: number
  /** Milliseconds: `npm start` until it can answer, and Node until it has printed a line. */
  npmStart: number
  node: number
  /** Resident bytes, sampled through the whole soak. */
  soak: number[]
}

const mix = ['read', 'list-50', 'projects', 'create', 'patch', 'move-50', 'move-across'].map(operationNamed)

export async function measureSmallness(
  store: Store,
  plan: Plan,
  soakMinutes: number,
  say: (text: string) => void,
): Promise<Smallness> {
  await using closing = new AsyncDisposableStack()
  const original = await store.create('original')
  const driver = closing.adopt(startDriver(await seed(original, mix, plan)), (driver) => driver.stop())
  const copy = await store.copy(original, 'bare')
  const requests = 100_000 * plan.scale

  say('Starting, again and again …')
  const starts = { inboard: [] as number[], bare: [] as number[], npm: [] as number[], node: [] as number[] }
  for (let n = 0; n < plan.rounds; n++) {
    starts.inboard.push(await startAndStop(() => startInboard(original)))
    starts.bare.push(await startAndStop(() => startBare(copy)))
    starts.npm.push(await timeNpmStart())
    starts.node.push(await timeNode())
  }

  say(`${requests} requests …`)
  const inboard = closing.adopt(await startInboard(original), (server) => server.stop())
  const bare = closing.adopt(await startBare(copy), (server) => server.stop())
  const sizes = {
    inboard: { start: median(starts.inboard), ...(await weigh(driver, inboard, requests)) },
    bare: { start: median(starts.bare), ...(await weigh(driver, bare, requests)) },
  }

  say(`${soakMinutes} minutes under load …`)
  const soak: number[] = []
  const end = performance.now() + soakMinutes * 60_000
  while (performance.now() < end) {
    for (const { name } of mix) {
      await driver.round(inboard, { operation: name, connections: many, requests: 10 })
      soak.push((await inboard.usage()).memory)
    }
  }
  return { ...sizes, requests, npmStart: median(starts.npm), node: median(starts.node), soak }
}

async function startAndStop(start: () => Promise<Server>): Promise<number> {
  const server = await start()
  await server.stop()
  return server.startedIn
}

async function weigh(driver: Driver, server: Server, requests: number) {
  await pause(2000)
  const { memory: idle } = await server.usage()
  await driver.round(server, { operation: 'read', connections: many, requests: Math.round(requests / many) })
  const { memory: loaded } = await server.usage()
  return { idle, loaded }
}

async function timeNode(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--eval', 'console.log("a line")'])
  await once(child.stdout, 'data')
  return performance.now() - began
}

async function timeNpmStart(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-npm-'))
  const environment = {
    ...process.env,
    PORT: String(await freePort()),
    DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}`,
    MAIL_TRANSPORT: 'log',
    MAIL_LOG_FILE: join(folder, 'mail.log'),
  }
  const began = performance.now()
  // In a process group of its own, because npm does not pass signals on.
  const child = spawn('npm', ['start'], { cwd: root, env: environment, detached: true })
  let said = ''
  for await (const chunk of child.stderr) {
    said += chunk
    if (said.includes('is running')) break
  }
  const took = performance.now() - began
  const ended = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  rmSync(folder, { recursive: true })
  return took
}
