import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { littleMemory } from '../src/command/server/serve.ts'
import type { Config } from '../src/server/config/config.ts'
import { freePort } from '../test/support/network/free-port.ts'
import { startScript } from '../test/support/processes/start-script.ts'
import type { Usage } from './probe.ts'
import { jwtSecret, site } from './settings.ts'

export interface Server {
  name: string
  port: number
  /** Identifies a caller: a session, or just the owner's id. */
  credentials: 'token' | 'owner'
  /** Milliseconds from starting the process until it answers. */
  startedIn: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** Serves one operation at a time, so it needs no routes. */
export interface BareServer extends Server {
  serve(operation: string): Promise<void>
}

const here = (file: string) => resolve(import.meta.dirname, file)

/** Starts the Inboard of this checkout, or of the one in `folder`. */
export const startInboard = (
  database: Config['database'],
  name = 'Inboard',
  folder = here('..'),
): Promise<Server> => start({ name, folder, program: 'src/server/main.ts', database, credentials: 'token' })

export const startBare = async (
  database: Config['database'],
  name = 'bare',
  synchronous: 'normal' | 'full' = 'normal',
): Promise<BareServer> => {
  const server = await start({
    name,
    folder: here('..'),
    program: 'bench/bare.ts',
    database,
    credentials: 'owner',
    synchronous,
  })
  return { ...server, serve: async (operation) => void (await ask(server.child, { serve: operation })) }
}

const addressOf = (database: Config['database']) =>
  database.engine === 'sqlite' ? `sqlite:${database.file}` : database.url

interface Start extends Pick<Server, 'name' | 'credentials'> {
  /** The checkout, and the file in it. */
  folder: string
  program: string
  database: Config['database']
  /** For the bare server on SQLite: whether its answer waits for the disk. */
  synchronous?: 'normal' | 'full'
}

async function start({
  name,
  folder: checkout,
  program,
  database,
  credentials,
  synchronous,
}: Start): Promise<Server & { child: ChildProcess }> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-server-'))
  const script = startScript(checkout)
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...littleMemory,
    ...script.environment,
    PORT: String(port),
    APP_URL: site.origin,
    AUTH_RATE_LIMIT: '0',
    DATABASE_URL: addressOf(database),
    JWT_SECRET: jwtSecret,
    MAIL_TRANSPORT: 'log',
    MAIL_LOG_FILE: join(folder, 'mail.log'),
    ...(synchronous && { SYNCHRONOUS: synchronous }),
  }
  const began = performance.now()
  const child = fork(resolve(checkout, program), {
    cwd: folder,
    env: environment,
    execArgv: [...script.options, `--import=${here('probe.ts')}`, ...profiling(name)],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  await says(child, /is running/)
  const startedIn = performance.now() - began
  return {
    name,
    port,
    credentials,
    startedIn,
    child,
    usage: () => ask<Usage>(child, 'usage'),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** `BENCH_PROFILES=/tmp/profiles npm run bench -- --only read` leaves a CPU profile of each server there. */
function profiling(name: string): string[] {
  const folder = process.env.BENCH_PROFILES
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}.cpuprofile`] : []
}

function says(child: ChildProcess, what: RegExp): Promise<void> {
  return new Promise((done, fail) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
      if (what.test(said)) done()
    })
    child.once('exit', (code) => fail(new Error(`A server ended with ${code}:\n${said}`)))
  })
}

async function ask<Answer>(child: ChildProcess, question: object | string): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(question)
  const [value] = await answer
  return value
}
