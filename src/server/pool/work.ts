/** The worker process: runs the same handlers as the server, on its own connections, one job at a time. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isRevised, type Route, routes } from '../../contract/routes.ts'
import { createBoardHandlers } from '../app.ts'
import { readCalendar } from '../calendar/calendar.ts'
import { fail, ProblemError } from '../common/problems.ts'
import { version } from '../common/version.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { KeyedMutex } from '../db/keyed-mutex.ts'
import { openBeside } from '../db/open.ts'
import { bytesOf, bytesOfParts, provesNothing } from '../http/answers.ts'
import type { Done } from '../writes/write.ts'
import { createAgents } from './agent.ts'
import { type Beginning, Bytes, type Job, type Order, type Report, sendBytes } from './messages.ts'

type Handle = (call: object) => Promise<unknown>

const report = (one: Report) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(one, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })

/** The bytes for the next job. */
const bytes = new Bytes()

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
    else if (order.kind === 'bytes') bytes.add(order)
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

  async function call({ name, call }: Job & { kind: 'call' }): Promise<Report> {
    const route = routes[name] as Route
    const complete = route.fileTypes ? { ...call, body: { ...call.body, bytes: bytes.take() } } : call
    const given = await (handlers[name] as Handle)(complete)
    const { content, seq, isReplay } = (route.write ? given : { content: given }) as Partial<Done<unknown>>
    const about = { kind: 'done', ...(seq !== undefined && { seq }), ...(isReplay && { isReplay }) } as const
    // A single item is passed as it is, a list as the bytes to send.
    if (!route.answer || isRevised(route)) return { ...about, content }
    // Nobody would read it, and it may be long: all cards of a column, for instance.
    if (call.isMinimal) return about
    await sendBytes(bytesOf(route, content), report)
    const { seq: leadsTo, more = false } = content as { seq?: number; more?: boolean }
    const page = leadsTo === undefined ? undefined : { seq: leadsTo, more }
    return { ...about, body: { provesNothing: provesNothing(content), page } }
  }

  async function calendar({ ownerId }: Job & { kind: 'calendar' }): Promise<Report> {
    const { seq, parts } = await readCalendar(db, ownerId, config.appUrl)
    await sendBytes(bytesOfParts(parts), report)
    return { kind: 'done', seq, body: { provesNothing: false, page: undefined } }
  }

  async function run(job: Job): Promise<Report> {
    try {
      if (job.kind === 'call') return await call(job)
      if (job.kind === 'calendar') return await calendar(job)
      return { kind: 'done', content: await answerAgent({ ...job.request, body: bytes.take() }) }
    } catch (error) {
      return failureOf(error)
    }
  }

  return async (job: Job, now: number) => {
    time = now
    const outcome = await run(job)
    await writes.take('', async () => {})
    tidyUp()
    await report(outcome)
    // After the lease is released and the response is on its way.
    db.checkpoint?.()
  }
}

/**
 * In bytes. Collecting this much garbage takes less time than the job that left it, and far less than a new
 * process.
 */
const much = 40_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** In bytes: the heap after the last collection, which holds the program itself. */
let heapWithoutGarbage = 0

const usedHeap = () => {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

/** V8 would let garbage accumulate, and the next job has to fit into what is left. */
function tidyUp(): void {
  if (usedHeap() - heapWithoutGarbage < much) return
  collectGarbage()
  heapWithoutGarbage = usedHeap()
}

function failureOf(error: unknown): Report {
  if (error instanceof ProblemError)
    return { kind: 'refused', problem: error.problem, isReplay: error.isReplay }
  const isUnavailable = error instanceof DatabaseUnavailable
  return { kind: 'failed', error: isUnavailable ? error.cause : error, isUnavailable }
}
