import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { getCACertificates } from 'node:tls'
import { domainToASCII } from 'node:url'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { type Clock, iso, seconds } from '../common/clock.ts'
import { makeFolderOf } from '../common/files.ts'
import type { MailConfig } from '../config/config.ts'
import type { Message } from './messages.ts'

/** Resolves when the message has been accepted for delivery. Rejects if it was not, or if that is unknown. */
export type Send = (message: Message, id: string, signal: AbortSignal) => Promise<void>

/** `show` is called with each message of the `log` transport, for the person at the terminal. */
export function createTransport(mail: MailConfig, clock: Clock, show: (message: Message) => void): Send {
  if (mail.transport === 'log') return toFile(mail.file, clock, show)
  const from = sender(mail.from)
  const deliver = mail.transport === 'smtp' ? bySmtp(mail.url, mail.authorities) : bySendmail(mail.program)
  return async ({ to, subject, text, html }, id, signal) => {
    const letter = {
      from,
      to: { name: '', address: to },
      subject,
      alternatives: [asItIs('text/plain', text), asItIs('text/html', html)],
      date: new Date(clock.now()),
      // The same for every attempt, so that a mail server can recognise a duplicate.
      messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
      // Marks it as automatic (RFC 3834), so that no out-of-office reply answers it.
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    await deliver(letter, signal)
  }
}

interface Letter {
  from: { name: string; address: string }
  to: { name: string; address: string }
  [header: string]: unknown
}

/** Without an encoding, so that the link is in one piece even in the source of the message. */
const asItIs = (type: string, content: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${content}`,
})

// Loaded on first use: it would add a tenth of a second to every start.
const mailLibrary = () => import('nodemailer')

// Options that a URL must not set: a pool would outlive its message, the next three would log the links, and the
// others choose another server or treat a plaintext connection as encrypted.
const forbidden = ['pool', 'logger', 'debug', 'transactionLog', 'service', 'secured']

function bySmtp(setting: string, authorities?: string[]) {
  const connect = smtpTransport(setting, authorities)
  return async (letter: Letter, signal: AbortSignal) => {
    const transport = await connect(signal)
    await transport.sendMail(letter).catch(explain(setting))
  }
}

/** Connects to the mail server and logs in, but sends nothing. Rejects if that fails. */
export async function greetMailServer(url: string, authorities: string[] | undefined, signal: AbortSignal) {
  const transport = await smtpTransport(url, authorities)(signal)
  await transport.verify().catch(explain(url))
}

function smtpTransport(setting: string, authorities?: string[]) {
  const url = new URL(setting)
  for (const option of forbidden) url.searchParams.delete(option)
  const hasCredentials = url.username !== '' || url.password !== ''
  // The library prefers options in the URL to all others. This one overrides those that avoid TLS.
  if (hasCredentials && !isLoopbackHost(url.hostname)) url.searchParams.set('requireTLS', 'true')
  // Where TLS is optional, an unverified certificate is better than no encryption (RFC 7435), and a relay on the
  // same machine has no other. Credentials are never sent to such a server.
  const rejectUnauthorized =
    url.protocol === 'smtps:' ||
    url.searchParams.has('requireTLS') ||
    hasCredentials ||
    authorities !== undefined
  // Most servers speak TLS on this port, and wait for us.
  const greetingTimeout = (url.port === '465' ? 10 : 30) * seconds
  const ca = authorities && [...getCACertificates('default'), ...authorities]
  return async (signal: AbortSignal) => {
    const { createTransport } = await mailLibrary()
    const socket = new Socket({ signal })
    // The library does not always listen for errors of the socket, and an abort can come at any time.
    socket.on('error', () => {})
    const tls = { rejectUnauthorized, ...(ca && { ca }) }
    const options = { url: url.href, socket, connectionTimeout: 10 * seconds, greetingTimeout, tls }
    return createTransport(options)
  }
}

/** True if the mail server refuses this very message, now and later. Wrong credentials can be corrected. */
export const isRefusedForGood = (error: unknown) => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && responseCode >= 500
}

/** The URL says `smtp://` where it should say `smtps://`, or the other way round. */
export class WrongScheme extends Error {
  override name = 'WrongScheme'
}

/** Replaces errors whose codes would not help an operator. */
const explain =
  (setting: string) =>
  (error: unknown): never => {
    const { code, originalCode, responseCode, message } = error as {
      code?: string
      originalCode?: string
      responseCode?: number
      message: string
    }
    if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
      throw new WrongScheme("The server doesn't speak TLS on this port. Use smtp:// instead.")
    // A server that speaks TLS waits for the client to begin; any other greets it first.
    if (message === 'Greeting never received' && new URL(setting).protocol === 'smtp:')
      throw new WrongScheme(
        'The server says nothing on this port. If it expects TLS there, use smtps:// instead.',
      )
    if (/self-signed certificate|unable to (?:verify|get)/.test(message))
      throw new Error(
        `its certificate is not trusted (${message}). If it is yours, set SMTP_CA_FILE to the certificate of its authority`,
      )
    const hasRefused = code === 'ETLS' && responseCode !== undefined
    throw hasRefused
      ? new Error("the mail server doesn't offer TLS, and SMTP_URL requires it (always, with a password)")
      : error
  }

function bySendmail(program: string) {
  return async (letter: Letter, signal: AbortSignal) => {
    const { createTransport } = await mailLibrary()
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await composer.sendMail(letter)
    // "--" ends the options, because an address may begin with a dash.
    const child = spawn(program, ['-i', '-f', letter.from.address, '--', letter.to.address], {
      stdio: ['pipe', 'ignore', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    })
    // A broken pipe is ignored: the exit status says more.
    child.stdin.on('error', () => {}).end(message)
    const [status] = await once(child, 'close')
    if (status !== 0) throw new Error(`sendmail ended with status ${status}`)
  }
}

function toFile(file: string, clock: Clock, show: (message: Message) => void): Send {
  return async (message) => {
    const { to, subject, text } = message
    makeFolderOf(file)
    const line = `${JSON.stringify({ at: iso(clock.now()), to, subject, text })}\n`
    await appendFile(file, line, { mode: 0o600, flush: true })
    show(message)
  }
}

/** Splits `Name <address>`. The library would take a comma in the name for the end of an address. */
function sender(from: string) {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]*)>$/.exec(from) ?? []
  const [local, domain = ''] = address.split('@')
  return {
    name: name.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'),
    address: `${local}@${domainToASCII(domain) || domain}`,
  }
}
