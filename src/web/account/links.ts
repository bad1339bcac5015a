import { ProblemError } from '../../client/client.ts'
import { keep } from '../stored.ts'

type Request = () => Promise<{ retry_after: number }>

/** Sends a link. Returns the seconds until the next can be sent, also if one was sent moments ago (429). */
export async function sendLink(request: Request): Promise<number> {
  try {
    return (await request()).retry_after
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'throttled') return error.problem.retry_after ?? 60
    throw error
  }
}

const pathKey = 'inboard.return'

/** A link from a mail opens in a new tab: afterwards that tab returns to the path where the link was requested. */
export const rememberPath = () => keep(pathKey, location.pathname)
export const forgetPath = () => keep(pathKey, null)

export function pathToReturnTo(): string {
  const path = localStorage.getItem(pathKey) ?? '/'
  return URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
    ? path
    : '/'
}

const tokenKey = 'inboard.link'

/** Takes the token out of the URL and the history, and keeps it for this tab alone, so that it survives a reload. */
export function takeToken(): string {
  const token = new URLSearchParams(location.search).get('token')
  if (token === null) return sessionStorage.getItem(tokenKey) ?? ''
  history.replaceState(null, '', location.pathname)
  sessionStorage.setItem(tokenKey, token)
  return token
}

export const dropToken = () => sessionStorage.removeItem(tokenKey)
