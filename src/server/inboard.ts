import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccess } from './accounts/access.ts'
import { createCallers } from './accounts/callers.ts'
import { createSessionTokens } from './accounts/session-tokens.ts'
import { countUsers } from './accounts/users.ts'
import { type BoardHandlers, createBoardHandlers, createHandlers } from './app.ts'
import { createAudit } from './common/audit.ts'
import { type Clock, seconds } from './common/clock.ts'
import { version } from './common/version.ts'
import type { World } from './common/world.ts'
import type { Config } from './config/config.ts'
import { checkSchema } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { createStreams } from './feed/streams.ts'
import { freePort } from './http/connections.ts'
import { eventsFrom } from './http/event-stream.ts'
import { createServer } from './http/server.ts'
import { createMailer } from './mail/mailer.ts'
import type { Message } from './mail/messages.ts'
import { countWaiting } from './mail/outbox.ts'
import { createTransport } from './mail/transports.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createOAuthClients } from './oauth/clients.ts'
import { exchange, giveBack } from './oauth/codes.ts'
import { readLastBackup } from './operate/last-backup.ts'
import { lookForReplacement } from './operate/replaced.ts'
import { agentsIn, calendarsIn, createSizeOf, offloadedEndpoints, offloading } from './pool/offload.ts'
import { Pool } from './pool/pool.ts'
import { Shared } from './pool/shared.ts'
import { startSweeping } from './process/sweeping.ts'

export interface Inboard {
  server: FastifyInstance
  world: World
  /** Keeps serving, and tells load balancers to send requests elsewhere. */
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
  const warn = (warning: string) => {
    log.warn(warning)
    showWarning(warning)
  }
  const noticeReplacement = await lookForReplacement(config.database, clock, log)
  const db = await openDatabase(config.database, (migration, ms) => log.info({ migration, ms }, 'migrated'))
  const renewMark = await noticeReplacement(db)
  const pool = new Pool({ config, db, clock, onError: (err) => log.error({ err }, 'a worker') })
  // On half of the connections to the database.
  const reads = new Shared(
    Array.from({ length: Math.ceil((db.poolUse?.().most ?? 1) / 2) }, (_, slot) => slot),
  )
  const offload = { pool, reads, sizeOf: createSizeOf(db) }
  const boards = offloading(createBoardHandlers({ config, db, clock }), offload)
  const streams = createStreams(db, eventsFrom(boards.changes))
  const metrics = createMetrics({
    version,
    clock,
    countWaiting: () => countWaiting(db),
    countStreams: () => streams.count(),
    measure: async () => ({
      users: await countUsers(db),
      backupAt: readLastBackup(config.database)?.at ?? 0,
      ...(await db.measure()),
    }),
    ...(db.poolUse && { poolUse: db.poolUse }),
  })
  const send = createTransport(config.mail, clock, showLink)
  const mailer = createMailer({ config, db, clock, send, log, metrics })
  const access = createAccess(db, clock)
  const sessionTokens = createSessionTokens(config, clock)
  const audit = createAudit(config, log, metrics, clock)
  const oauthClients = createOAuthClients({ config, clock, version })
  const world = { config, db, mailer, access, sessionTokens, oauthClients, clock, audit }
  const { server, draining } = createServer({
    config,
    clock,
    log,
    metrics,
    handlers: createHandlers(world, streams, boards),
    offloaded: offloadedEndpoints(Object.keys(boards) as (keyof BoardHandlers)[]),
    answerAgent: agentsIn(offload),
    calendars: calendarsIn(offload, db, config.appUrl),
    oauth: {
      register: oauthClients.register,
      exchange: (form, ip) => exchange(world, form, ip),
      giveBack: (form, ip) => giveBack(world, form, ip),
    },
    callers: createCallers(world),
    warn,
    checkDatabase: () => checkSchema(db),
    // Not when draining begins: clients would reconnect to this instance until the load balancer reacts.
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
      renewMark()
    },
  }
}
