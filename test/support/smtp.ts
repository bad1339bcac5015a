import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { format } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Client } from '../../src/client/client.ts'
import { freePort } from './free-port.ts'
import { eventually, type TestInboard, tokenIn } from './inboard.ts'

/** What a mail server can do to a message, or to whoever brings it. */
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
  /** As they were on the wire: international names, for one, are shown decoded everywhere else. */
  commands: string[]
  raw: string
  email: Email
}

/** A message that was sent whole and has no answer yet. */
export interface Pending {
  to: string
  accept(): void
  drop(): void
}

/** A real mail server on a port of its own, whose manners can be changed while it runs. */
export class TestSmtp {
  readonly port: number
  /** What it has accepted, oldest first. */
  readonly received: Received[] = []
  /** Everyone it was asked to deliver to, as often as it was asked. */
  readonly asked: string[] = []
  /** What hangs after data. */
  readonly pending = new Set<Pending>()
  /** Asked with the recipient; at the greeting, where there is none yet, with nothing. */
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

  /** A port where a mail server may be started later. */
  static stopped = async (options: SMTPServerOptions = {}) => new TestSmtp(await freePort(), options)

  get url() {
    return `${this.#options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${this.port}`
  }

  get environment() {
    return { MAIL_TRANSPORT: 'smtp', SMTP_URL: this.url }
  }

  /** How many clients are connected. */
  get connections() {
    return this.#server?.connections.size ?? 0
  }

  to = (address: string) => this.received.filter(({ to }) => to === address)

  /** The token in the link that went to an address. */
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
        // The client left in the middle.
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
      // The client may leave in any way it likes.
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

  /** Stops listening and leaves everyone standing. */
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

/** In the words of a real one: the address is in them. */
function refusal(treatment: Treatment, at: string, to: string): Error | null {
  if (typeof treatment === 'string' || treatment.at !== at) return null
  const error = new Error(`<${to}>: not now, said the server about ${to}`)
  return Object.assign(error, { responseCode: treatment.code })
}

/** A person with a verified account whose link came by this mail server. */
export async function signInBy(smtp: TestSmtp, inboard: TestInboard, email: string): Promise<Client> {
  await inboard.client().requestLink({ email })
  const { token } = await inboard.client().openLink({ token: await smtp.linkTo(email) })
  return inboard.client(token)
}
