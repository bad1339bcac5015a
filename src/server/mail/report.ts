import type { Logger } from 'pino'
import type { Metrics } from '../http/metrics.ts'
import type { MailReport } from './mailer.ts'

/** Mail trouble shows in the log and in the metrics, without a word of whose mail it is. */
export const mailReport = (log: Logger, metrics: Metrics): MailReport => ({
  sent: () => metrics.mailSent(),
  failed: ({ id, attempts }, error) => {
    metrics.mailFailed()
    log.warn({ message: id, attempts, reason: reasonOf(error) }, 'a message could not be sent yet')
  },
  gaveUp: (messages) => {
    if (messages === 0) return
    metrics.mailGivenUp(messages)
    log.error({ messages }, 'messages were still unsent when their links expired')
  },
  trouble: (error) => log.error({ err: error }, 'the outbox could not be read or written'),
})

/** Codes only: what a mail server says tends to repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode, command, message } = error as {
    code?: string
    responseCode?: number
    command?: string
    message: string
  }
  return code ? [code, command, responseCode].filter(Boolean).join(' ') : message
}
