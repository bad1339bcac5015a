import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Clock, iso, seconds } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import type { Message } from './messages.ts'

/** Settles when the next one has taken the message over; rejects if it certainly or possibly has not. */
export type Send = (message: Message, id: string) => Promise<void>

/** `show` is called with each message of the `log` transport, whose reader is sitting at the terminal. */
export function createTransport(mail: MailConfig, clock: Clock, show: (message: Message) => void): Send {
  if (mail.transport === 'log') return toFile(mail.file, clock, show)
  const options =
    mail.transport === 'smtp'
      ? {
          url: mail.url,
          connectionTimeout: 10 * seconds,
          greetingTimeout: 10 * seconds,
          socketTimeout: 60 * seconds,
        }
      : { sendmail: true as const, path: mail.program }
  return async (message, id) => {
    // Loaded when first needed: it would be a tenth of a second of every start.
    const { createTransport } = await import('nodemailer')
    await createTransport(options).sendMail({
      from: mail.from,
      ...message,
      // The same at every attempt, so that a server that took the message without our knowing can tell.
      messageId: `<${id}@${mail.from.replace(/^.*@|>.*$/g, '')}>`,
      // Mark it as automatic (RFC 3834), so that nobody's holiday notice answers it.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

function toFile(file: string, clock: Clock, show: (message: Message) => void): Send {
  return async (message) => {
    const { to, subject, text } = message
    await mkdir(dirname(file), { recursive: true })
    const line = `${JSON.stringify({ at: iso(clock.now()), to, subject, text })}\n`
    await appendFile(file, line, { mode: 0o600, flush: true })
    show(message)
  }
}
