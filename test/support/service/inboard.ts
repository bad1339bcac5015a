import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { type Client, createClient } from '../../../src/client/client.ts'
import type { User } from '../../../src/contract/account.ts'
import { addAccount, makeLink } from '../../../src/server/accounts/administer.ts'
import type { World } from '../../../src/server/common/world.ts'
import { configure } from '../../../src/server/config/configure.ts'
import { startInboard } from '../../../src/server/inboard.ts'
import { databaseIn } from '../databases/engine.ts'
import { newDataFolder } from '../machine/folders.ts'
import { freePort } from '../network/free-port.ts'
import { checkedFetch, isStream } from './contract-check.ts'

/** A clock that runs like the real one, and can be advanced. */
export class TestClock {
  #offset = 0
  now = () => Date.now() + this.#offset
  advance(milliseconds: number) {
    this.#offset += milliseconds
  }
}

export interface Mail {
  at: string
  to: string
  subject: string
  text: string
}

export interface SignedIn {
  client: Client
  user: User
  token: string
}

export interface TestInboard {
  url: string
  clock: TestClock
  world: World
  /** A client, signed out or with a token. */
  client(token?: string): Client
  /** Sends any request, and checks the response against the contract. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** All messages so far, oldest first. */
  mails(): Mail[]
  /** The token in the newest link to an address, once `count` links have been sent to it. */
  linkTo(email: string, count?: number): Promise<string>
  /** The log entries, from warnings upward. */
  log: LogLine[]
  /** The lines of the audit trail. */
  trail: LogLine[]
  /** The value of a metric without labels. */
  metric(name: string): Promise<number>
  /** A person with a verified account. Nothing is mailed: they sign in with an operator's link. */
  signIn(email?: string): Promise<SignedIn>
  /** The same with an emailed link. */
  signInByMail(email?: string): Promise<SignedIn>
  stop(): Promise<void>
}

interface LogLine {
  level: number
  msg: string
  [detail: string]: unknown
}

export interface RequestOptions {
  token?: string | undefined
  /** Sent as JSON, unless it is text or bytes. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

let people = 0
const newAddress = () => `person-${++people}@example.com`

/** Discards the terminal output. */
export const quiet = { showLink: () => {}, showWarning: () => {} }

/** Pino's number for the level. */
const warning = 40

/**
 * The whole service in this process, with its own database, mailbox and port. Its folder is removed at the
 * end, unless one is given.
 */
export async function startTestInboard(
  environment: Record<string, string> = {},
  givenFolder?: string,
  clock = new TestClock(),
): Promise<TestInboard> {
  const folder = givenFolder ?? newDataFolder()
  const mailFile = join(folder, 'mail.log')
  const config = configure({
    PORT: String(await freePort()),
    ...(await databaseIn(folder)),
    MAIL_TRANSPORT: 'log',
    MAIL_LOG_FILE: mailFile,
    ...environment,
  })
  const lines: LogLine[] = []
  const trail: LogLine[] = []
  const write = (text: string) => {
    const line: LogLine = JSON.parse(text)
    if (line.event) trail.push(line)
    else if (line.level >= warning) lines.push(line)
  }
  const log = pino({ level: 'info' }, { write })
  const { server, world, close } = await startInboard({ config, clock, log, ...quiet })
  const url = `http://127.0.0.1:${config.port}`

  // Without a rate limit: a test sets its own.
  const client = (token?: string) =>
    createClient({ baseUrl: url, token: () => token, timeout: 0, retries: 0, fetch: checkedFetch })

  const mails = mailsIn(mailFile)

  async function linkTo(email: string, count = 1): Promise<string> {
    const found = await eventually(() => {
      const theirs = mails().filter(({ to }) => to === email)
      return theirs.length >= count ? theirs.at(-1) : undefined
    }, `${count} message(s) to ${email}`)
    return tokenIn(found.text)
  }

  return {
    url,
    clock,
    world,
    client,
    mails,
    linkTo,
    log: lines,
    trail,
    metric: async (name) => {
      const { text } = await request(url, 'GET', '/metrics')
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    },
    request: (method, path, options) => request(url, method, path, options),
    async signIn(email = newAddress()) {
      const { id } = await addAccount(world.db, clock, email)
      const link = await makeLink(world.db, clock, id)
      const { token, user } = await client().openLink({ token: link?.token ?? '' })
      return { client: client(token), user, token }
    },
    async signInByMail(email = newAddress()) {
      const before = mails().filter(({ to }) => to === email).length
      await client().requestLink({ email })
      const { token, user } = await client().openLink({ token: await linkTo(email, before + 1) })
      return { client: client(token), user, token }
    },
    async stop() {
      // Our own connections. Otherwise a server that ends would wait a second for more requests on them.
      server.server.closeIdleConnections()
      await close()
      if (!givenFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Continues where the last call stopped, because a shared service sends thousands. */
function mailsIn(file: string): () => Mail[] {
  const mails: Mail[] = []
  let read = 0
  return () => {
    const text = existsSync(file) ? readFileSync(file).subarray(read) : Buffer.of()
    // The last line may be incomplete.
    const whole = text.subarray(0, text.lastIndexOf('\n') + 1)
    read += whole.length
    mails.push(
      ...whole
        .toString()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    )
    return mails
  }
}

export async function request(
  baseUrl: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { token, body, headers = {} } = options
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await checkedFetch(baseUrl + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const isEndless = isStream(response)
  if (isEndless) await response.body?.cancel()
  const text = isEndless ? '' : await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
  }
}

export const tokenIn = (text: string): string => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? ''

/** In milliseconds. After this time something hangs, however busy the machine is. */
export const patience = 60_000

/** Also if a test has replaced the clock. */
const now = performance.now.bind(performance)

/** Waits until `find` returns something. On a timeout, the error names it. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  what: string,
): Promise<T> {
  const end = now() + patience
  // Looking costs time too, so it looks less and less often.
  for (let delay = 5; now() < end; delay = Math.min(1.3 * delay, 100)) {
    const found = await look()
    if (found !== undefined) return found
    await pause(delay)
  }
  throw new Error(`waited ${patience} ms in vain for ${what}`)
}

/** The code of the problem with which a call is refused. */
export async function codeOfRefusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    const { code } = error as { code?: string }
    if (code) return code
    throw error
  }
  return 'accepted'
}
