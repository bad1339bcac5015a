import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { appUrl, below } from '../device/base.ts'

/**
 * What to give to an agent, as the server names it (RFC 9728): clients refuse another spelling of the same address.
 * Null if the server lets no agent connect itself.
 */
export function useAgentUrl(): ReadonlySignal<string | null> {
  const url = useSignal<string | null>(`${appUrl()}/mcp`)
  useLayoutEffect(() => {
    const look = async () => {
      const response = await fetch(below('/.well-known/oauth-protected-resource'))
      if (response.ok) url.value = (await response.json()).resource
      if (response.status === 404) url.value = null
    }
    // Offline it is most probably where the page came from.
    look().catch(() => {})
  }, [])
  return url
}
