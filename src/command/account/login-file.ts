import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { flush, putInPlace } from '../../server/common/files.ts'

/** The server used from this machine, and the token for it. */
export interface Login {
  url: string
  token: string
  /** The id of the account, once an answer has revealed it. */
  account?: string
  /** Allows sending the token unencrypted to another machine. */
  insecure?: boolean
}

type Environment = Partial<Record<string, string>>

/** A folder of this user, by the XDG Base Directory Specification, which ignores relative paths. */
export function folderFor(
  kind: 'CONFIG' | 'STATE' | 'CACHE',
  environment: Environment = process.env,
): string {
  const given = environment[`XDG_${kind}_HOME`]
  const usual = { CONFIG: '.config', STATE: '.local/state', CACHE: '.cache' }[kind]
  return join(given && isAbsolute(given) ? given : join(homedir(), usual), 'inboard')
}

const loginFile = (environment: Environment = process.env) =>
  join(folderFor('CONFIG', environment), 'login.json')

/**
 * INBOARD_URL and INBOARD_TOKEN take precedence over the file. A `.env` file is ignored: one in somebody
 * else's folder could send the token anywhere.
 */
export function readLogin(environment: Environment = process.env): Login {
  const url = environment.INBOARD_URL?.trim()
  const token = environment.INBOARD_TOKEN?.trim()
  if (token && !/^[\x21-\x7e]+$/.test(token)) throw new CommandError('INBOARD_TOKEN is not an API token.')
  if (url && token) {
    const login = { url: tidied(url), token, insecure: Boolean(environment.INBOARD_INSECURE) }
    requireSafe(login)
    return login
  }
  const saved = storedLogin(environment)
  // The token of one server is never sent to another.
  if (url && tidied(url) !== saved?.url)
    throw new CommandError(`INBOARD_URL is set, but there is no token for ${url}. Set INBOARD_TOKEN too.`)
  if (!saved)
    throw new CommandError(
      token
        ? 'INBOARD_TOKEN is set, but no server is known. Set INBOARD_URL too.'
        : 'You are not logged in. Run: inboard login URL',
    )
  if (!token || token === saved.token) return saved
  const { account: _, ...rest } = saved
  return { ...rest, token }
}

/** The login from the file, if there is one. */
export function storedLogin(environment: Environment = process.env): Login | undefined {
  const file = loginFile(environment)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandError(`${(error as Error).message}.`)
  }
  try {
    const login: Login = JSON.parse(text)
    if (typeof login.url === 'string' && typeof login.token === 'string') return login
  } catch {
    // Treated like a file with other contents.
  }
  throw new CommandError(`${file} is damaged. Run: inboard login URL`)
}

export function storeLogin(login: Login): void {
  writeWhole(loginFile(), `${JSON.stringify(login, null, 2)}\n`)
}

export function removeLogin(): void {
  rmSync(loginFile(), { force: true })
  // Until 0.10.1, completion kept the titles of projects here.
  rmSync(join(folderFor('CACHE'), 'projects'), { force: true })
}

/** An API token cannot ask whose it is, but every item names its owner. */
export function rememberAccount(login: Login, ownerId: string | undefined): void {
  if (!ownerId || login.account === ownerId) return
  login.account = ownerId
  const saved = storedLogin()
  if (saved?.url === login.url && saved.token === login.token) storeLogin({ ...saved, account: ownerId })
}

/** Identifies a login without revealing its token. */
export const fingerprint = ({ url, token }: Login) =>
  createHash('sha256').update(`${url}\n${token}`).digest('hex').slice(0, 32)

/** Writes a file atomically, readable only by this user. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    makePrivate(dirname(file))
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    putInPlace(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}.`)
  }
}

/** A power failure could otherwise lose the name of a new folder, with what is in it. */
function makePrivate(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (!made) return
  for (let parent = dirname(folder); parent.length >= dirname(made).length; parent = dirname(parent)) {
    flush(parent)
    if (parent === dirname(parent)) return
  }
}

/** `board.example.com/` → `https://board.example.com`. It may have a path, if a proxy serves Inboard below one. */
export function tidied(given: string): string {
  const isHere = isLoopbackHost(URL.parse(`http://${given}`)?.hostname ?? '')
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `${isHere ? 'http' : 'https'}://${given}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname)
    throw new CommandError(`${given} is not a server URL. Enter one like https://inboard.example.com`)
  if (url.username || url.password)
    throw new CommandError('Leave the user name and password out of the URL: they are not used.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Refuses to send the token unencrypted to another machine. */
export function requireSafe({ url, insecure }: Pick<Login, 'url' | 'insecure'>): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || insecure || isLoopbackHost(hostname)) return
  throw new CommandError(
    `${url} is not encrypted: anyone on the network could read your token. Use https://, or "inboard login --insecure" if you trust the network (with INBOARD_URL: INBOARD_INSECURE=1).`,
  )
}
