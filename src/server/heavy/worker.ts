/** The thread that does what is heavy: the same handlers as elsewhere, on connections of its own. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { isRevised, type Route, routes } from '../../contract/routes.ts'
import { createBoardHandlers } from '../app.ts'
import type { Config } from '../config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { openBeside } from '../db/open.ts'
import type { Done } from '../feed/write.ts'
import { bytesOf } from '../http/answers.ts'
import { provesNothing } from '../http/endpoints.ts'
import { Failure } from '../problems.ts'
import type { Order, Report } from './messages.ts'

const port = parentPort
if (!port) throw new Error('this is no program of its own')
const report = (one: Report, transferred: ArrayBuffer[] = []) => port.postMessage(one, transferred)

const config = workerData as Config
const db = await openBeside(config.database)
db.onChange((...change) => report({ kind: 'changed', change }))

/** Called when it may write. */
let write = () => {}
/** Nobody else can write meanwhile, so it asks for it only now: to read a long file, for example, comes before. */
const change: Database['change'] = async (...given) => {
  await new Promise<void>((resolve) => {
    write = resolve
    report({ kind: 'about to write' })
  })
  return await db.change(...given).finally(() => report({ kind: 'written' }))
}

/** The time of each order is that of the clock of the server, which a test may have put forward. */
let now = 0
const handlers = createBoardHandlers({ config, db: { ...db, change }, clock: { now: () => now } })

type Handle = (call: object) => Promise<unknown>
type ToCarryOut = Order & { kind: 'carry out' }

async function carryOut({ name, call, now: time }: ToCarryOut): Promise<void> {
  const route = routes[name] as Route
  try {
    now = time
    const given = await (handlers[name] as Handle)(call)
    const { content, seq, isReplay } = (route.write ? given : { content: given }) as Partial<Done<unknown>>
    const about = {
      kind: 'done',
      ...(seq !== undefined && { seq }),
      ...(isReplay && { isReplay }),
    } as const
    // One thing is handed over as it is, lists as they are sent.
    if (!route.answer || isRevised(route)) report({ ...about, content })
    else {
      const body = bytesOf(route, content)
      const { seq: leadsTo, more = false } = content as { seq?: number; more?: boolean }
      const page = leadsTo === undefined ? undefined : { seq: leadsTo, more }
      report({ ...about, body, provesNothing: provesNothing(content), page }, [body.buffer])
    }
  } catch (error) {
    if (error instanceof Failure)
      report({ kind: 'refused', problem: error.problem, isReplay: error.isReplay })
    else {
      const isUnavailable = error instanceof DatabaseUnavailable
      report({ kind: 'failed', error: isUnavailable ? error.cause : error, isUnavailable })
    }
  }
}

// What it leaves behind is large, and V8 would let much of it pile up.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function work(order: ToCarryOut): Promise<void> {
  await carryOut(order)
  if ((routes[order.name] as Route).write) db.checkpoint?.()
  collectGarbage()
}

let last: Promise<void> = Promise.resolve()
port.on('message', (order: Order) => {
  if (order.kind === 'write') return write()
  last = last.then(async () => {
    if (order.kind === 'carry out') return await work(order)
    await db.close()
    port.close()
  })
})
