import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { MailReport } from './mailer.ts'

/** Mail trouble is logged and counted, without saying whose mail it is. */
export const mailReport = (log: Logger, metrics: Metrics): MailReport => ({
  sent: () => metrics.mailSent(),
  failed: ({ id, attempts }, error) => {
    metrics.mailFailed()
    log.warn({ message: id, attempts, reason: reasonOf(error) }, 'a message could not be sent yet')
  },
  gaveUp: ({ id, attempts }, error) => {
    metrics.mailGivenUp()
    const reason = error && reasonOf(error)
    const why = reason
      ? 'the mail server refuses a message'
      : 'a message was still unsent when its link expired'
    log.error({ message: id, attempts, reason }, why)
  },
  trouble: (error) => log.error({ err: error }, 'the outbox could not be read or written'),
})

/** Codes only: the text of a mail server's reply tends to repeat the address. */
function reasonOf(error: unknown): string {
  const { code, originalCode, command, responseCode, message } = error as {
    code?: string | number
    /** The system's code, if the mail library has replaced it with its own. */
    originalCode?: string
    command?: string
    responseCode?: number
    message: string
  }
  return code ? [code, originalCode, command, responseCode].filter(Boolean).join(' ') : message
}
