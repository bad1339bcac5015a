import { ProblemError } from '../../client/client.ts'
import { keep } from '../stored.ts'

type Request = () => Promise<{ retry_after: number }>

/** Sends a link, and says how many seconds must pass before the next. One sent moments ago does just as well. */
export async function sendLink(request: Request): Promise<number> {
  try {
    return (await request()).retry_after
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'throttled') return error.problem.retry_after ?? 60
    throw error
  }
}

const pathKey = 'inboard.return'

/** A link opens in a new tab: it leads back to where it was asked for. */
export const rememberPath = () => keep(pathKey, location.pathname)
export const forgetPath = () => keep(pathKey, null)

export function pathToReturnTo(): string {
  const path = localStorage.getItem(pathKey) ?? '/'
  return URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
    ? path
    : '/'
}

const tokenKey = 'inboard.link'

/** Out of the address bar and the history at once; kept by this tab alone, so that it can be reloaded. */
export function takeToken(): string {
  const token = new URLSearchParams(location.search).get('token')
  if (token === null) return sessionStorage.getItem(tokenKey) ?? ''
  history.replaceState(null, '', location.pathname)
  sessionStorage.setItem(tokenKey, token)
  return token
}

export const dropToken = () => sessionStorage.removeItem(tokenKey)
