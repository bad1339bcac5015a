import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Refused } from '../server/refused.ts'

/** The server that somebody uses from this machine, and what lets them in. */
export interface Login {
  url: string
  token: string
  /** The id of the account, once an answer has told it. */
  account?: string
  /** The token may travel unencrypted to another machine. */
  insecure?: boolean
}

type Environment = Partial<Record<string, string>>

/** A folder for what this user keeps, by the XDG Base Directory Specification, which ignores relative paths. */
export function folderFor(
  kind: 'CONFIG' | 'STATE' | 'CACHE',
  environment: Environment = process.env,
): string {
  const given = environment[`XDG_${kind}_HOME`]
  const usual = { CONFIG: '.config', STATE: '.local/state', CACHE: '.cache' }[kind]
  return join(given && isAbsolute(given) ? given : join(homedir(), usual), 'inboard')
}

export const loginFile = (environment: Environment = process.env) =>
  join(folderFor('CONFIG', environment), 'login.json')

/**
 * The variables INBOARD_URL and INBOARD_TOKEN win over the file. A file `.env` does not count: one that lies in somebody else's
 * folder could send the token anywhere.
 */
export function readLogin(environment: Environment = process.env): Login {
  const url = environment.INBOARD_URL?.trim()
  const token = environment.INBOARD_TOKEN?.trim()
  if (url && token) {
    const login = { url: tidied(url), token, insecure: Boolean(environment.INBOARD_INSECURE) }
    requireSafe(login)
    return login
  }
  const kept = keptLogin(environment)
  // The token of one server is never sent to another.
  if (url && tidied(url) !== kept?.url)
    throw new Refused(`INBOARD_URL is set, and there is no token for ${url}: set INBOARD_TOKEN too.`)
  if (!kept)
    throw new Refused(
      token
        ? 'INBOARD_TOKEN is set, and no server is known: set INBOARD_URL too.'
        : 'You are not logged in. Run: inboard login URL',
    )
  if (!token || token === kept.token) return kept
  const { account: _, ...rest } = kept
  return { ...rest, token }
}

/** What is in the file, if there is one. */
export function keptLogin(environment: Environment = process.env): Login | undefined {
  const file = loginFile(environment)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Refused(`${(error as Error).message}.`)
  }
  try {
    const login: Login = JSON.parse(text)
    if (typeof login.url === 'string' && typeof login.token === 'string') return login
  } catch {
    // The same as for a file that says something else.
  }
  throw new Refused(`${file} cannot be understood. Run: inboard login URL`)
}

export function keepLogin(login: Login): void {
  writeWhole(loginFile(), `${JSON.stringify(login, null, 2)}\n`)
}

export function forgetLogin(): void {
  rmSync(loginFile(), { force: true })
}

/** Names a login without giving its token away. */
export const fingerprint = ({ url, token }: Login) =>
  createHash('sha256').update(`${url}\n${token}`).digest('hex').slice(0, 32)

/** Only this user can read it, and it is there whole or not at all, whatever happens meanwhile. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    makePrivate(dirname(file))
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Refused(`${file} cannot be written: ${(error as Error).message}.`)
  }
}

export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/** `board.example.com/` → `https://board.example.com`. It may have a path, if a proxy serves Inboard below one. */
export function tidied(given: string): string {
  const isHere = /^(localhost|127\.|\[::1\])/.test(given)
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `${isHere ? 'http' : 'https'}://${given}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname)
    throw new Refused(`This is not the URL of a server: ${given}. It looks like https://inboard.example.com`)
  if (url.username || url.password)
    throw new Refused('A user name or a password in the URL is not used: leave it out.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** On the way to another machine, everybody could read the token. */
export function requireSafe({ url, insecure }: Pick<Login, 'url' | 'insecure'>): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || insecure || isLoopback(hostname)) return
  throw new Refused(
    `${url} is not encrypted: everybody on the way could read your token. Use https://, or, if you trust the network, "inboard login --insecure" (with INBOARD_URL: INBOARD_INSECURE=1).`,
  )
}

const isLoopback = (host: string) =>
  host === '[::1]' || /^127(\.\d+){3}$/.test(host) || host === 'localhost' || host.endsWith('.localhost')
