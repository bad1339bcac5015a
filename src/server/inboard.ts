import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccess } from './accounts/access.ts'
import { createCallers } from './accounts/callers.ts'
import { createSessionTokens } from './accounts/session-tokens.ts'
import { countUsers } from './accounts/users.ts'
import { type BoardHandlers, createBoardHandlers, createHandlers } from './app.ts'
import { createAudit } from './audit.ts'
import { type Clock, seconds } from './clock.ts'
import type { Config } from './config.ts'
import { membersToJson } from './db/database.ts'
import { checkSchema } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { noticeReplacement } from './db/replaced.ts'
import { createStreams, type ReadChanges } from './feed/streams.ts'
import { ReadyBody } from './http/answers.ts'
import { freePort } from './http/edge/listening.ts'
import { eventOf } from './http/event-stream.ts'
import { createServer } from './http/server.ts'
import { version } from './http/version.ts'
import { createMailer } from './mail/mailer.ts'
import type { Message } from './mail/messages.ts'
import { countWaiting } from './mail/outbox.ts'
import { mailReport } from './mail/report.ts'
import { createTransport } from './mail/transports.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createSizes, linesOf } from './pool/bounded.ts'
import { Pool } from './pool/pool.ts'
import { agentsIn, withPool } from './pool/with-pool.ts'
import { startSweeping } from './sweeping.ts'
import type { World } from './world.ts'

export interface Inboard {
  server: FastifyInstance
  world: World
  /** Goes on serving, and tells balancers to send requests elsewhere. */
  drain(): void
  /** Finishes the requests that were accepted, and leaves nothing running. */
  close(): Promise<void>
}

interface Parts {
  config: Config
  clock: Clock
  log: Logger
  showLink(message: Message): void
  showWarning(warning: string): void
}

/** Starts the whole service. */
export async function startInboard({ config, clock, log, showLink, showWarning }: Parts): Promise<Inboard> {
  // First of all: an instance that finds its port taken must not have touched anything.
  const place = await freePort(config.host, config.port)
  const db = await openDatabase(config.database)
  const markAnew = await noticeReplacement(config.database, db, clock, log)
  const pool = new Pool({ config, db, clock, onError: (err) => log.error({ err }, 'a worker') })
  const sizeOf = createSizes(db)
  const connections = db.poolUse?.().most ?? 1
  const boards = withPool(createBoardHandlers({ config, db, clock }), sizeOf, pool, connections)
  const streams = createStreams(db, changesFrom(boards))
  const metrics = createMetrics({
    version,
    clock,
    countWaiting: () => countWaiting(db),
    countStreams: () => streams.count(),
    measure: async () => ({ users: await countUsers(db), ...(await db.measure()) }),
    ...(db.poolUse && { poolUse: db.poolUse }),
  })
  const send = createTransport(config.mail, clock, showLink)
  const mailer = createMailer({ config, db, clock, send, report: mailReport(log, metrics) })
  const access = createAccess(db, clock)
  const sessionTokens = createSessionTokens(config, clock)
  const audit = createAudit(config, log, metrics, clock)
  const world = { config, db, mailer, access, sessionTokens, clock, audit }
  const { server, draining } = createServer({
    config,
    clock,
    log,
    metrics,
    handlers: createHandlers(world, streams, boards),
    heavy: linesOf(Object.keys(boards) as (keyof BoardHandlers)[]),
    agents: agentsIn(pool, sizeOf),
    callers: createCallers(world),
    warn(warning) {
      log.warn(warning)
      showWarning(warning)
    },
    checkDatabase: () => checkSchema(db),
    onArrival: () => db.shareReads(),
    // Not when draining begins: their clients would come back before a balancer knows that they had better not.
    onStopListening: () => void streams.close(),
  })

  await server.listen(place)
  mailer.start()
  const sweeping = startSweeping(world, log)
  return {
    server,
    world,
    drain: draining.begin,
    async close() {
      const closing = server.close()
      // The mail of the last requests is still sent, but mail does not wait for a request that hangs.
      await Promise.race([closing, pause(1.5 * seconds, undefined, { ref: false })])
      await Promise.all([closing, mailer.stop(), sweeping.stop(), streams.close(), access.stop()])
      await pool.close()
      await db.close()
      markAnew()
    },
  }
}

/** With the JSON that they would be answered with: of a large account, it comes as bytes. */
const changesFrom =
  ({ changes }: BoardHandlers): ReadChanges =>
  async (ownerId, since, placed) => {
    const answer = await changes({ ownerId, params: {}, query: { since }, body: undefined, placed })
    const isReady = answer instanceof ReadyBody
    const { seq, more } = (isReady ? answer.page : answer) ?? { seq: since, more: false }
    return { seq, more, event: eventOf(seq, isReady ? answer.bytes : membersToJson(answer)) }
  }
