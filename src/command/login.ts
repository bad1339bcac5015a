import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { ProblemError, UnexpectedAnswerError } from '../client/client.ts'
import { Refused } from '../server/refused.ts'
import { type Connection, connectTo } from './cards/connection.ts'
import { explained } from './cards/failures.ts'
import { isOf, outbox } from './cards/kept-cards.ts'
import { rememberProjects } from './cards/project-names.ts'
import { reportKept, sendKept } from './cards/send-kept.ts'
import type { Given } from './command.ts'
import { readHiddenLine } from './hidden-line.ts'
import { keepLogin, type Login, requireSafe, tidied } from './login-file.ts'
import { count, remark, say } from './terminal.ts'

export const words = ['URL'] as const
export const options = {
  insecure: { help: 'allows http:// to another machine, where everybody on the way can read the token' },
}
export const notes = `It opens or prints the page of the settings where an API token is made, with the form filled in. Paste the token: it is not shown,
and it is kept in a file that only you can read. It can also come from standard input: inboard login URL < token.txt
INBOARD_URL and INBOARD_TOKEN win over the file.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const insecure = asked.insecure !== undefined
  const url = await findServer(tidied(given), insecure)
  const page = `${url}/settings?${new URLSearchParams({ 'new-token': `inboard on ${hostname()}`, scope: 'write' })}`
  if (process.stdin.isTTY) {
    const isOpened = openInBrowser(page)
    remark(`${isOpened ? 'Your browser opens' : 'Open'} ${page}\nMake the API token there, and copy it.`)
  }
  const token = await readHiddenLine('Paste it here (it is not shown): ')
  if (!/^[\x21-\x7e]{10,}$/.test(token))
    throw new Refused(`That is no API token: it is one word that begins with "inb_". Make one: ${page}`)
  const connection = connectTo({ url, token, ...(insecure && { insecure }) })
  const power = await verify(connection)
  keepLogin(connection.login)
  say(`You are logged in to ${url}. ${power}\nTry: inboard add Water the plants`)
  if (process.env.INBOARD_URL || process.env.INBOARD_TOKEN)
    remark('INBOARD_URL or INBOARD_TOKEN is set, and wins over this login.')
  reportKept(await sendKept(connection), connection)
  reportOthers(connection.login)
}

/** A page of the app is taken for its server. */
async function findServer(url: string, insecure: boolean): Promise<string> {
  requireSafe({ url, insecure })
  try {
    await requireInboard(url)
    return url
  } catch (error) {
    const { origin } = new URL(url)
    if (url === origin || !(error instanceof UnexpectedAnswerError)) throw explained(error, url)
    return await requireInboard(origin).then(
      () => origin,
      () => {
        throw explained(error, url)
      },
    )
  }
}

/** Whoever asks Inboard for projects without a token is told so in its own way. */
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

/** What the token can do, in words. */
async function verify({ client, login }: Connection): Promise<string> {
  try {
    const { projects } = await client.listProjects()
    const { cards } = await client.listInboxCards()
    await client.searchCards({ q: 'inboard', limit: 1 })
    const account = projects[0]?.owner_id ?? cards[0]?.owner_id
    if (account) login.account = account
    rememberProjects(projects)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw explained(error, login.url)
    if (error.code === 'scope_insufficient') return 'The token can only add to the inbox.'
    if (error.status === 401)
      throw new Refused(
        `${login.url} does not accept this token. Copy all of it, or make a new one. Nothing is kept.`,
      )
    if (error.status === 404)
      throw new Refused(`${login.url} runs an Inboard older than 0.5.0, which this command cannot use.`)
    throw explained(error, login.url)
  }
  try {
    await client.batch({ operations: [] })
    return 'The token can read and write.'
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'scope_insufficient')
      return 'The token can only read.'
    throw explained(error, login.url)
  }
}

/** Only where there is a desktop, and the person sits at it. */
function openInBrowser(page: string): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env
  const isMac = process.platform === 'darwin'
  if (SSH_CONNECTION || !(isMac || DISPLAY || WAYLAND_DISPLAY)) return false
  const child = spawn(isMac ? 'open' : 'xdg-open', [page], { stdio: 'ignore', detached: true })
  child.on('error', () => remark('No browser could be opened.'))
  child.unref()
  return true
}

/** Cards are never sent to an account that they were not written for. */
function reportOthers(login: Login): void {
  const others = outbox.all().filter(({ value }) => !value.refused && !value.undone && !isOf(login, value))
  const cards = others.reduce((sum, { value }) => sum + value.cards.length, 0)
  if (cards > 0)
    remark(
      `${count(cards, 'card')} kept with another login still waiting for it, and not sent with this one. See: inboard outbox`,
    )
}
