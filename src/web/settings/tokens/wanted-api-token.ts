import type { Scope } from '../../../contract/access.ts'

/** The API token that a program proposes through the URL. Only the person can create it. */
export interface WantedToken {
  label: string
  scope: Scope
}

const scopes: readonly Scope[] = ['capture', 'read', 'write']

export function wantedToken(): WantedToken | undefined {
  const query = new URLSearchParams(location.search)
  const label = query.get('new-token')
  if (label === null) return undefined
  return { label: label.slice(0, 100), scope: scopes.find((one) => one === query.get('scope')) ?? 'capture' }
}

/** Called once it is created or declined, so that a reload does not propose it again. */
export function forgetWantedToken(): void {
  if (wantedToken()) history.replaceState(history.state, '', location.pathname)
}
