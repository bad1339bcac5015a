import { ours, within } from '../device/base.ts'
import { keep } from '../device/local-storage.ts'
import { isProblem, retryAfter } from '../session/api.ts'

export type LinkRequest = () => Promise<{ retry_after: number }>

export interface Sending {
  /** False if a link was sent less than a minute ago and none now. */
  isSent: boolean
  /** Seconds until the next can be sent. */
  wait: number
}

export async function sendLink(request: LinkRequest): Promise<Sending> {
  try {
    return { isSent: true, wait: (await request()).retry_after }
  } catch (error) {
    if (isProblem(error, 'throttled')) return { isSent: false, wait: retryAfter(error) }
    throw error
  }
}

const pathKey = `${ours}return`

/** An emailed link opens in a new tab, which then returns to the page where the link was requested, including its query. */
export const rememberPath = () => keep(pathKey, within(location.pathname) + location.search)
export const forgetPath = () => keep(pathKey, null)

const rememberedPath = () => localStorage.getItem(pathKey) ?? '/'

/** The tab that asks about an agent goes on by itself once somebody is signed in, and nobody is asked twice. */
export const isAgentWaiting = () => rememberedPath().startsWith('/authorize?')

export function pathToReturnTo(): string {
  const path = rememberedPath()
  const isOurs =
    URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
  return isOurs && !isAgentWaiting() ? path : '/'
}

const tokenKey = `${ours}link`

/** Takes the token out of the URL and the history, and keeps it for this tab alone, so that it survives a reload. */
export function takeToken(): string {
  const token = new URLSearchParams(location.search).get('token')
  if (token === null) return sessionStorage.getItem(tokenKey) ?? ''
  history.replaceState(null, '', location.pathname)
  sessionStorage.setItem(tokenKey, token)
  return token
}

export const dropToken = () => sessionStorage.removeItem(tokenKey)
