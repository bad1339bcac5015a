import { isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import { systemClock as clock, seconds } from './common/clock.ts'
import { version } from './common/version.ts'
import type { Config } from './config/config.ts'
import { configure } from './config/configure.ts'
import { readEnvFile } from './config/environment.ts'
import type { Database } from './db/database.ts'
import { type Inboard, startInboard } from './inboard.ts'
import type { Message } from './mail/messages.ts'
import { explainStartError } from './process/start-errors.ts'

// `inboard serve`: the server as a process, with its log, its words for the terminal and its signals.

async function main() {
  readEnvFile()
  const config = configure(process.env)
  const log = createLogger(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  // The server keeps running when the terminal is closed.
  process.stderr.on('error', () => {})
  const inboard = await startInboard({ config, clock, log, showLink, showWarning })
  log.info({ version, database: inboard.world.db.description }, 'serving')
  endOnSignal(log, inboard, config)
  // Flushes the log first, so that the terminal shows lines in order.
  output.flushSync()
  showBanner(config, inboard.world.db)
}

/**
 * Logs JSON lines to standard output: requests by id and route, errors by type and message. Never pass it a
 * token, link, secret or address.
 */
const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)

const output = pino.destination({ dest: 1, sync: false })

/** For the person at the terminal, on standard error: standard output is for the log. */
const say = (text: string) => process.stderr.write(text)

function showBanner({ appUrl, host, port, mail, warnings }: Config, { description }: Database): void {
  const mailTo = {
    smtp: () => `over SMTP, through ${mail.transport === 'smtp' && new URL(mail.url).host}`,
    sendmail: () => `through ${mail.transport === 'sendmail' && mail.program}`,
    log: () => `not sent: shown here and written to ${mail.transport === 'log' && mail.file}`,
  }
  say(`
  Inboard is running

  URL        ${appUrl}  (listening on ${isIPv6(host) ? `[${host}]` : host}:${port})
  Database   ${description}
  Mail       ${mailTo[mail.transport]()}
${mail.transport === 'log' && !mail.chosen ? notice : ''}
${warnings.map(inWords).join('')}  Next       open ${appUrl} and sign in with your email address
             the API documentation is at ${appUrl}/docs

`)
}

const notice = `
  NO MAIL IS SENT. This machine has no sendmail program and SMTP_URL is not set, so sign-in links appear
  only here, and "inboard users link ADDRESS" prints one. Before anyone else uses this server, set SMTP_URL.
`

const inWords = (warning: string) => `  WARNING    ${warning}\n\n`

/** A problem that does not keep the server from running. */
const showWarning = (warning: string) => say(inWords(warning))

/** With the log transport, people read their links on the terminal. */
function showLink({ to, subject, text }: Message): void {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  say(`\n  ${subject}, for ${to}:\n  ${link}\n\n`)
}

const patience = 9.5 * seconds
// Under npm, one Ctrl-C arrives twice: the terminal sends it to the whole process group, and npm forwards its own.
const echo = 100

/** The first SIGTERM or SIGINT drains, shuts down gracefully and exits with 0. A second one exits at once. */
function endOnSignal(
  log: Logger,
  { drain, close }: Pick<Inboard, 'drain' | 'close'>,
  { drainSeconds }: Pick<Config, 'drainSeconds'>,
): void {
  let firstAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (firstAt !== undefined) {
        if (performance.now() - firstAt > echo) process.exit(1)
        return
      }
      firstAt = performance.now()
      if (drainSeconds > 0) {
        log.info({ signal, seconds: drainSeconds }, 'draining: still serving, no longer ready')
        drain()
        await pause(drainSeconds * seconds)
      }
      log.info({ signal }, 'stopping: finishing accepted requests')
      setTimeout(() => {
        log.warn('not everything finished in time')
        process.exit(0)
      }, patience)
      await close()
      process.exit(0)
    })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${explainStartError(error)}\n`)
  process.exit(1)
})
