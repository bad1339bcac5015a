import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { CommandError } from '../../server/common/command-error.ts'
import type { Command, Given } from '../command.ts'
import { remarkWaiting, sendEarlier } from '../outbox.ts'
import { remark, say } from '../output/terminal.ts'
import { type Connection, connectTo, explained, scopeOf } from './connection.ts'
import { type Login, removeLogin, requireSafe, storedLogin, storeLogin, tidied } from './login-file.ts'

// Logging in and out.

export const words = ['URL'] as const
export const options = {
  insecure: { help: 'allow http:// to another machine: anyone on the network can read the token' },
}
export const notes = `Prints the URL of the settings page that creates an API token. Paste the token: it is not shown, and it is stored in a
file that only you can read. You can also pipe it in: inboard login URL < token.txt
INBOARD_URL and INBOARD_TOKEN take precedence over the file.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const insecure = asked.insecure !== undefined
  const url = await findServer(tidied(given), insecure)
  const page = `${url}/settings?${new URLSearchParams({ 'new-token': `inboard on ${hostname()}`, scope: 'write' })}`
  if (process.stdin.isTTY) remark(`Open ${page}\nCreate the API token there and copy it.`)
  const token = await readHiddenLine('Paste it here (it is not shown): ')
  if (!/^[\x21-\x7e]{10,}$/.test(token))
    throw new CommandError(`That is not an API token: tokens begin with "inb_". Create one: ${page}`)
  const connection = connectTo({ url, token, ...(insecure && { insecure }) })
  const ability = await verify(connection)
  storeLogin(connection.login)
  say(`Logged in to ${url}. ${ability}\nTry: inboard add Water the plants`)
  if (process.env.INBOARD_URL || process.env.INBOARD_TOKEN)
    remark('INBOARD_URL or INBOARD_TOKEN is set and overrides this login.')
  await sendEarlier(connection).catch(() => {})
  remarkWaiting()
}

/** Accepts the URL of any page of the app. The innermost path comes first: the host may have another server at its root. */
async function findServer(url: string, insecure: boolean): Promise<string> {
  requireSafe({ url, insecure })
  const { origin, pathname } = new URL(url)
  const segments = pathname.split('/').filter(Boolean)
  const refusals: unknown[] = []
  for (let length = segments.length; length >= 0; length--) {
    const server = [origin, ...segments.slice(0, length)].join('/')
    try {
      await requireInboard(server)
      return server
    } catch (error) {
      refusals.push(error)
      if (!(error instanceof UnexpectedAnswerError)) break
    }
  }
  throw explained(refusals[0], url)
}

/** Recognises Inboard by how it answers a request without a token. */
async function requireInboard(url: string): Promise<void> {
  const { client } = connectTo({ url, token: '' }, { retries: 0, timeout: 10_000 })
  try {
    await client.listProjects()
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unauthenticated') return
    throw error instanceof ProblemError ? new UnexpectedAnswerError(error.status, '') : error
  }
  throw new UnexpectedAnswerError(200, '')
}

const abilities = {
  write: 'The token can read and write.',
  read: 'The token can only read.',
  capture: 'The token can only add to the inbox.',
}

/** Checks the token, and says what it can do. */
async function verify({ client, login }: Connection): Promise<string> {
  try {
    const scope = await scopeOf(client)
    if (scope === 'calendar')
      throw new CommandError('This token only opens a calendar. Create an API token. Nothing was saved.')
    if (scope !== 'capture') {
      const [{ projects }, { cards }] = [await client.listProjects(), await client.listInboxCards()]
      const account = projects[0]?.owner_id ?? cards[0]?.owner_id
      if (account) login.account = account
    }
    return abilities[scope]
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401)
      throw new CommandError(
        `${login.url} does not accept this token. Copy all of it, or create a new one. Nothing was saved.`,
      )
    throw explained(error, login.url)
  }
}

/** Reads a line without echoing it. Without a terminal, reads all of standard input. */
async function readHiddenLine(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return (await text(stdin)).trim()
  stderr.write(prompt)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output, terminal: true })
  reader.on('SIGINT', () => process.exit(130))
  try {
    for await (const line of reader) return line.trim()
    return ''
  } finally {
    reader.close()
    stderr.write('\n')
  }
}

export const logout: Command = {
  async run() {
    const login = formerLogin()
    removeLogin()
    if (!login) return remark('You are not logged in.') as undefined
    say(`Logged out of ${login.url}. The token still works. Revoke it in the settings: ${login.url}/settings`)
    remarkWaiting()
    if (process.env.INBOARD_TOKEN) remark('INBOARD_TOKEN is still set.')
    return undefined
  },
}

/** Also removes a damaged file. */
function formerLogin(): Pick<Login, 'url'> | undefined {
  try {
    return storedLogin()
  } catch {
    return { url: 'the server' }
  }
}
