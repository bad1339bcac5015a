import { isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Message } from '../mail/messages.ts'

// The server keeps running when the terminal is closed.
process.stderr.on('error', () => {})

/** For the person at the terminal, on standard error: standard output is for the log. */
const say = (text: string) => process.stderr.write(text)

export function showBanner({ appUrl, host, port, mail, warnings }: Config, { description }: Database): void {
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
export const showWarning = (warning: string) => say(inWords(warning))

/** With the log transport, people read their links on the terminal. */
export function showLink({ to, subject, text }: Message): void {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  say(`\n  ${subject}, for ${to}:\n  ${link}\n\n`)
}
