import type { Scope } from '../../contract/access.ts'

/** What a program that needs an API token asks for, by the URL that it opens. It is only a proposal: nothing is made by itself. */
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

/** Once it is made or declined, a reload does not propose it again. */
export function forgetWantedToken(): void {
  if (wantedToken()) history.replaceState(history.state, '', location.pathname)
}
