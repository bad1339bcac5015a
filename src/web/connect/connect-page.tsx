import { useSignal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { AuthorizationDescription, AuthorizationRequest } from '../../contract/oauth.ts'
import { useAttempt } from '../parts/field.tsx'
import { api } from '../session/api.ts'
import { Sheet } from '../sign-in/sheet.tsx'
import { Consent } from './consent.tsx'
import { Misdirected, Repeated, Unasked, Unreadable } from './mistakes.tsx'
import { placeOf } from './places.ts'
import { readRequest } from './request.ts'
import '../styles/connect.css'

/** `/authorize`: an agent asks for access, and a person decides. */
export function ConnectPage() {
  const [{ request, repeated }] = useState(() => readRequest(location.search))
  if (repeated) return <Repeated parameter={repeated} />
  return request.client_id ? <Described request={request} /> : <Unasked />
}

function Described({ request }: { request: AuthorizationRequest }) {
  const description = useSignal<AuthorizationDescription | undefined>(undefined)
  const { busy, trouble, attempt } = useAttempt()
  const look = () =>
    attempt(async () => {
      description.value = await api.describeAuthorization(request)
    })
  useLayoutEffect(() => {
    look()
    const lookAgain = () => description.value ?? look()
    addEventListener('online', lookAgain)
    return () => removeEventListener('online', lookAgain)
  }, [])
  if (trouble !== undefined) return <Unreadable trouble={trouble} busy={busy} look={look} />
  if (!description.value)
    return (
      <Sheet title="Connect an agent">
        <p class="loading quiet">Looking up the agent…</p>
      </Sheet>
    )
  const { client, scope, redirect_host = null, redirect_scheme, error, redirect_to } = description.value
  if (client && scope)
    return (
      <Consent
        request={request}
        client={client}
        asked={scope}
        place={placeOf(redirect_host, redirect_scheme)}
        redirectHost={redirect_host}
      />
    )
  return <Misdirected error={error ?? ''} redirectTo={redirect_to ?? ''} />
}
