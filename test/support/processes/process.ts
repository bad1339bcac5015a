import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { type Client, createClient } from '../../../src/client/client.ts'
import { littleMemory } from '../../../src/command/server/serve.ts'
import { newDataFolder } from '../machine/folders.ts'
import { freePort } from '../network/free-port.ts'
import { checkedFetch } from '../service/contract-check.ts'
import {
  type Answer,
  eventually,
  type Mail,
  type RequestOptions,
  request,
  tokenIn,
} from '../service/inboard.ts'

export const root = resolve(import.meta.dirname, '../../..')

// Test runs and fault runs have built the program. Everything else runs the sources.
const built = process.env.TEST_PROGRAM
/** With unbundled packages, so that a test can replace one. */
export const mainFromSource = join(root, 'src/server/main.ts')
export const main = built ? join(built, 'build/main.js') : mainFromSource
/** The start of an `inboard` command line: from the sources, and as published. */
export const programFromSource = [process.execPath, join(root, 'src/command/inboard.ts')]
export const program = built ? [process.execPath, join(built, 'build/inboard.js')] : programFromSource

interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerProcess {
  url: string
  port: number
  /** The folder for all its data. */
  folder: string
  database: string
  child: ChildProcess
  stdout(): string
  stderr(): string
  exited: Promise<Exit>
  /** Resolves to how it ended. */
  kill(signal: NodeJS.Signals): Promise<Exit>
  client(token?: string): Client
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  mails(): Mail[]
  /** The session token of a person who signs in by link. */
  signIn(email: string): Promise<string>
}

export interface Start {
  folder?: string
  port?: number
  environment?: Record<string, string | undefined>
  command?: string[]
  workingFolder?: string
}

const running = new Set<ChildProcess>()
const folders = new Set<string>()

export function newFolder(): string {
  const folder = newDataFolder()
  folders.add(folder)
  return folder
}

/** For `afterAll`: ends running processes and removes their files. */
export function cleanUp(): void {
  for (const { pid } of running) if (pid) killGroup(pid)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** npm does not end its child, so both are killed. */
function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It has already ended, but the event has not arrived yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts the server as people do, with only these variables in its environment. */
export async function launch(start: Start = {}): Promise<ServerProcess> {
  const {
    folder = newFolder(),
    port = await freePort(),
    command = [process.execPath, main],
    workingFolder = folder,
  } = start
  const database = join(folder, 'inboard.db')
  const mailFile = join(folder, 'mail.log')
  const environment = {
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    HOME: process.env.HOME,
    ...littleMemory,
    // Halves the time of a start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    PORT: String(port),
    DATABASE_URL: `sqlite:${database}`,
    MAIL_TRANSPORT: 'log',
    MAIL_LOG_FILE: mailFile,
    ...start.environment,
  }
  const [program = '', ...options] = command
  const child = spawn(program, options, { cwd: workingFolder, env: environment, detached: true })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  const url = `http://127.0.0.1:${port}`
  // Without a rate limit: a test sets its own.
  const client = (token?: string) =>
    createClient({ baseUrl: url, token: () => token, timeout: 0, retries: 0, fetch: checkedFetch })
  const mails = () => readMails(mailFile)

  return {
    url,
    port,
    folder,
    database,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    kill(signal) {
      child.kill(signal)
      return exited
    },
    client,
    request: (method, path, options) => request(url, method, path, options),
    mails,
    async signIn(email) {
      await client().requestLink({ email })
      const mail = await eventually(() => mails().find(({ to }) => to === email), `a link for ${email}`)
      return (await client().openLink({ token: tokenIn(mail.text) })).token
    },
  }
}

/** A server that answers requests. */
export async function run(start: Start = {}): Promise<ServerProcess> {
  const server = await launch(start)
  let exit: Exit | undefined
  void server.exited.then((how) => {
    exit = how
  })
  await eventually(() => {
    if (exit) throw new Error(`it ended with ${JSON.stringify(exit)}:\n${server.stderr()}`)
    return server.stderr().includes('Inboard is running') || undefined
  }, 'the server to start')
  return server
}

/** The exit and the output of a start that fails. */
export async function runInVain(start: Start = {}): Promise<{ code: number | null; said: string }> {
  const server = await launch(start)
  const { code } = await server.exited
  return { code, said: server.stderr() }
}

function readMails(file: string): Mail[] {
  // The last line may be incomplete.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}
