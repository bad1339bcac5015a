import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { format } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Client } from '../../../src/client/client.ts'
import { freePort } from '../network/free-port.ts'
import { eventually, type TestInboard, tokenIn } from './inboard.ts'

/** How the mail server treats a message or a connection. */
export type Treatment =
  | 'accept'
  | 'hang before greeting'
  | 'hang after data'
  | 'drop within data'
  | { at: 'greeting' | 'recipient' | 'data'; code: number }

export interface Received {
  from: string
  to: string
  secure: boolean
  /** The SMTP commands as received. Elsewhere, internationalised domain names are already decoded. */
  commands: string[]
  raw: string
  email: Email
}

/** A message that has been received in full but not answered yet. */
export interface Pending {
  to: string
  accept(): void
  drop(): void
}

/** A real SMTP server on its own port, whose behaviour can be changed while it runs. */
export class TestSmtp {
  readonly port: number
  /** The messages that were accepted, oldest first. */
  readonly received: Received[] = []
  /** The recipient of every attempt, so an address appears once for each attempt. */
  readonly asked: string[] = []
  /** The messages that are currently treated as 'hang after data'. */
  readonly pending = new Set<Pending>()
  /** Called with the recipient, or with an empty string at the greeting, when it is not known yet. */
  treat: (to: string) => Treatment = () => 'accept'
  readonly #options: SMTPServerOptions
  #server: SMTPServer | undefined

  private constructor(port: number, options: SMTPServerOptions) {
    this.port = port
    this.#options = options
  }

  static async start(options: SMTPServerOptions = {}): Promise<TestSmtp> {
    const smtp = await TestSmtp.stopped(options)
    await smtp.start()
    return smtp
  }

  /** A mail server that isn't running, with its port reserved. */
  static stopped = async (options: SMTPServerOptions = {}) => new TestSmtp(await freePort(), options)

  get url() {
    return `${this.#options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${this.port}`
  }

  get environment() {
    return { MAIL_TRANSPORT: 'smtp', SMTP_URL: this.url }
  }

  get connections() {
    return this.#server?.connections.size ?? 0
  }

  to = (address: string) => this.received.filter(({ to }) => to === address)

  askedFor = (address: string) => this.asked.filter((to) => to === address)

  /** Waits for a message to an address, and returns the token of its link. */
  async linkTo(address: string): Promise<string> {
    const { email } = await eventually(() => this.to(address)[0], `a message to ${address}`)
    return tokenIn(email.text ?? '')
  }

  async start(): Promise<void> {
    const commands = new Map<string, string[]>()
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      logger: {
        debug: ({ cid = '' }: { cid?: string }, ...text: unknown[]) =>
          commands.set(cid, [...(commands.get(cid) ?? []), format(...text)]),
        info: () => {},
        error: () => {},
      },
      onConnect: (_session, callback) => {
        const treatment = this.treat('')
        if (treatment === 'hang before greeting') return
        callback(refusal(treatment, 'greeting', ''))
      },
      onRcptTo: ({ address }, _session, callback) => {
        this.asked.push(address)
        callback(refusal(this.treat(address), 'recipient', address))
      },
      onData: async (stream, session, callback) => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const treatment = this.treat(to)
        const drop = () => drops.get(session.remotePort)?.()
        if (treatment === 'drop within data') return drop()
        const raw = await buffer(stream).then(
          (bytes) => bytes.toString('latin1'),
          () => undefined,
        )
        // The client disconnected before the end of the message.
        if (raw === undefined) return
        const email = await PostalMime.parse(raw)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const refused = refusal(treatment, 'data', to)
        const accept = () => {
          const said = commands.get(session.id) ?? []
          this.received.push({ from, to, secure: session.secure, commands: said, raw, email })
          callback()
        }
        if (refused) callback(refused)
        else if (treatment === 'hang after data') this.#hold({ to, accept, drop })
        else accept()
      },
      ...this.#options,
    })
    const drops = new Map<number, () => void>()
    server.server.on('connection', (socket) => {
      drops.set(socket.remotePort ?? 0, () => socket.destroy())
      // Clients may reset their connections; without a listener, that would end the process.
      socket.on('error', () => {})
    })
    server.on('error', () => {})
    server.listen(this.port, '127.0.0.1')
    await once(server.server, 'listening')
    this.#server = server
    this.#dropAll = () => {
      for (const drop of drops.values()) drop()
    }
  }

  /** Stops listening and drops all connections. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.#server ? this.#server.close(resolve) : resolve()))
    this.#dropAll()
    await closed
    this.#server = undefined
  }

  #dropAll = () => {}

  #hold({ to, accept, drop }: Pending) {
    const pending: Pending = {
      to,
      accept: () => this.pending.delete(pending) && accept(),
      drop: () => this.pending.delete(pending) && drop(),
    }
    this.pending.add(pending)
  }
}

/** The text contains the recipient's address, as the replies of many real servers do. */
function refusal(treatment: Treatment, at: string, to: string): Error | null {
  if (typeof treatment === 'string' || treatment.at !== at) return null
  const error = new Error(`<${to}>: not now, said the server about ${to}`)
  return Object.assign(error, { responseCode: treatment.code })
}

/** Signs somebody in with a link that was delivered to this mail server. */
export async function signInBy(smtp: TestSmtp, inboard: TestInboard, email: string): Promise<Client> {
  await inboard.client().requestLink({ email })
  const { token } = await inboard.client().openLink({ token: await smtp.linkTo(email) })
  return inboard.client(token)
}
