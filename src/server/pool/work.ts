/** The worker process: runs the same handlers as the server, on its own connections, one job at a time. */
import { isRevised, type Route, routes } from '../../contract/routes.ts'
import { createBoardHandlers } from '../app.ts'
import { readCalendar } from '../calendar/calendar.ts'
import { fail, ProblemError } from '../common/problems.ts'
import { version } from '../common/version.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { KeyedMutex } from '../db/keyed-mutex.ts'
import { openBeside } from '../db/open.ts'
import { bytesOf } from '../http/answers.ts'
import type { Done } from '../writes/write.ts'
import { createAgents } from './agent.ts'
import type { Beginning, Job, Order, Report } from './messages.ts'

type Handle = (call: object) => Promise<unknown>

const report = (one: Report) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(one, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })

/** Those that have arrived for the next job. */
let parts: Uint8Array[] = []

function takeBytes(): Buffer<ArrayBuffer> {
  const bytes = Buffer.concat(parts)
  parts = []
  return bytes
}

/** Resolves the pending request for the write lease. */
let answerWriter: ((may: boolean) => void) | undefined

/** Works until the server that started it is gone. */
export function work(): undefined {
  if (!process.send) throw new Error('only the server starts this command')
  // A terminal sends its signals to every process in it. The server ends this one after it has finished its requests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  let begun: Promise<(job: Job, now: number) => Promise<void>>
  process.on('message', async (order: Order) => {
    if (order.kind === 'begin') begun = begin(order)
    else if (order.kind === 'bytes') parts.push(order.bytes)
    else if (order.kind === 'write') answerWriter?.(order.may)
    else await (await begun)(order.job, order.now)
  })
}

async function begin({ version: expected, config }: Beginning) {
  if (version !== expected) {
    const message = `${expected} is running, but ${version} has been installed in its place: restart the server`
    await report({ kind: 'error', error: new Error(message) })
    process.exit(1)
  }
  const db = await openBeside(config.database)
  db.onChange((...change) => void report({ kind: 'changed', change }))

  /**
   * Requests the write lease. Nobody else can write meanwhile, so this comes as late as possible, for
   * instance after a long file has been read.
   */
  async function ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    answerWriter = resolve
    await report({ kind: 'about to write' })
    return await promise
  }

  /** Serialises the writes of a job. The job ends after them. */
  const writes = new KeyedMutex()
  const change: Database['change'] = (...given) =>
    writes.take('', async () => {
      if (!(await ask())) throw fail('unavailable')
      return await db.change(...given).finally(() => report({ kind: 'written' }))
    })

  /** The server's time at the start of the job; tests may have advanced its clock. */
  let time = 0
  const world = { config, db: { ...db, change }, clock: { now: () => time } }
  const handlers = createBoardHandlers(world)
  const onError = (error: unknown) => void report({ kind: 'error', error })
  const answerAgent = createAgents(world, handlers, {
    appUrl: config.appUrl,
    onError,
  })

  async function call({ name, call }: Job & { kind: 'call' }): Promise<unknown> {
    const route = routes[name] as Route
    const complete = route.fileTypes ? { ...call, body: { ...call.body, bytes: takeBytes() } } : call
    const given = await (handlers[name] as Handle)(complete)
    const done = route.write ? (given as Done<unknown>) : { content: given }
    const content = contentOf(route, done.content, call.isMinimal)
    return route.write ? { ...done, content } : content
  }

  async function run(job: Job): Promise<unknown> {
    if (job.kind === 'call') return await call(job)
    if (job.kind === 'agent') return await answerAgent({ ...job.request, body: takeBytes() })
    const { seq, body } = await readCalendar(db, job.ownerId, config.appUrl)
    return { seq, body: Buffer.from(body) }
  }

  return async (job: Job, now: number) => {
    time = now
    const outcome = await run(job).then((result): Report => ({ kind: 'done', result }), failureOf)
    await writes.take('', async () => {})
    await report(outcome)
    // After the lease is released and the response is on its way.
    db.checkpoint?.()
    const { heapUsed, external } = process.memoryUsage()
    if (heapUsed + external > muchMemory) globalThis.gc?.()
  }
}

/** In bytes: more than the program takes. V8 would keep the garbage of a job while there is nothing else to do. */
const muchMemory = 90_000_000

/** A single item is passed as it is, a list as the bytes to send. */
function contentOf(route: Route, content: unknown, isMinimal = false): unknown {
  if (!route.answer || isRevised(route)) return content
  // Nobody would read it, and it may be long: all cards of a column, for instance.
  return isMinimal ? undefined : bytesOf(route, content)
}

function failureOf(error: unknown): Report {
  if (error instanceof ProblemError) {
    const { problem, isReplay, scope } = error
    return { kind: 'refused', problem, about: { isReplay, ...(scope && { scope }) } }
  }
  const isUnavailable = error instanceof DatabaseUnavailable
  return { kind: 'failed', error: isUnavailable ? error.cause : error, isUnavailable }
}
