/** What a worker does: the same handlers as elsewhere, on connections of its own, one job at a time. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isRevised, type Route, routes } from '../../contract/routes.ts'
import { createBoardHandlers } from '../app.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { openBeside } from '../db/open.ts'
import type { Done } from '../feed/write.ts'
import { bytesOf } from '../http/answers.ts'
import { provesNothing } from '../http/endpoints.ts'
import { version } from '../http/version.ts'
import { Failure, fail } from '../problems.ts'
import { createAgents } from './agent.ts'
import { type Beginning, Bytes, type Job, type Order, type Report, sendBytes } from './messages.ts'

type Handle = (call: object) => Promise<unknown>

const report = (one: Report) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(one, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })

/** What belongs to the next job. */
const bytes = new Bytes()

/** Tells whoever waits to write whether it may. */
let answerWriter: ((may: boolean) => void) | undefined

/** Works until the server that has started it is gone. */
export function work(): undefined {
  if (!process.send) throw new Error('this is a part of the server, and no command of its own')
  // The signals of a terminal reach every process in it. The server ends this one when it has finished its requests.
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

  /** Nobody else can write meanwhile, so it asks for it only now: to read a long file, for example, comes before. */
  async function ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    answerWriter = resolve
    await report({ kind: 'about to write' })
    return await promise
  }

  /** The last one of a job. They come one after the other, and it is over when they are. */
  let writing: Promise<unknown> = Promise.resolve()
  const change: Database['change'] = (...given) => {
    const changed = writing.then(async () => {
      if (!(await ask())) throw fail('unavailable')
      return await db.change(...given).finally(() => report({ kind: 'written' }))
    })
    writing = changed.catch(() => {})
    return changed
  }

  /** The time of each job is that of the clock of the server, which a test may have put forward. */
  let time = 0
  const asked: Database = { ...db, change }
  // It would write without asking.
  delete asked.changeOnce
  const world = { isPatient: true, config, db: asked, clock: { now: () => time } }
  const handlers = createBoardHandlers(world)
  const onError = (error: unknown) => void report({ kind: 'error', error })
  const answerAgent = createAgents(world, handlers, {
    onError,
    onLoaded: (memory) => void report({ kind: 'loaded', memory }),
  })

  async function call({ name, call }: Job & { kind: 'call' }): Promise<Report> {
    const route = routes[name] as Route
    const complete = route.fileTypes ? { ...call, body: { ...call.body, bytes: bytes.take() } } : call
    const given = await (handlers[name] as Handle)(complete)
    const { content, seq, isReplay } = (route.write ? given : { content: given }) as Partial<Done<unknown>>
    const about = { kind: 'done', ...(seq !== undefined && { seq }), ...(isReplay && { isReplay }) } as const
    // One thing is handed over as it is, lists as they are sent.
    if (!route.answer || isRevised(route)) return { ...about, content }
    await sendBytes(bytesOf(route, content), report)
    const { seq: leadsTo, more = false } = content as { seq?: number; more?: boolean }
    const page = leadsTo === undefined ? undefined : { seq: leadsTo, more }
    return { ...about, body: { provesNothing: provesNothing(content), page } }
  }

  async function carryOut(job: Job): Promise<Report> {
    try {
      if (job.kind === 'call') return await call(job)
      return { kind: 'done', content: await answerAgent({ ...job.request, body: bytes.take() }) }
    } catch (error) {
      return failureOf(error)
    }
  }

  void report({ kind: 'ready' })
  return async (job: Job, now: number) => {
    time = now
    const outcome = await carryOut(job)
    await writing
    tidyUp()
    await report(outcome)
    // When others may write again, and the answer is on its way.
    db.checkpoint?.()
  }
}

/** In bytes. To collect so much takes less time than a job that leaves it behind, and far less than a new process. */
const much = 40_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** V8 would let garbage pile up, and the next job has to live in what is left. */
function tidyUp(): void {
  const { used_heap_size, external_memory } = getHeapStatistics()
  if (used_heap_size + external_memory > much) collectGarbage()
}

function failureOf(error: unknown): Report {
  if (error instanceof Failure) return { kind: 'refused', problem: error.problem, isReplay: error.isReplay }
  const isUnavailable = error instanceof DatabaseUnavailable
  return { kind: 'failed', error: isUnavailable ? error.cause : error, isUnavailable }
}
