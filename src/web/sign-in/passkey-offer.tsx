import { describeClient } from '../../contract/plain/clients.ts'
import { stored } from '../device/local-storage.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { Button, Icon } from '../parts/icons.tsx'
import { user } from '../session/session.ts'
import { notify } from '../state/notices.ts'
import { registerPasskey, supportsPasskeys } from './ceremonies.ts'

const declined = stored<readonly string[]>('declined-passkey', [])

/** The offer is not made to this user again. */
export function declinePasskey(): void {
  if (user.value) declined.value = [...new Set([...declined.value, user.value.id])]
}

export function PasskeyOffer() {
  const { busy, trouble, attempt } = useAttempt()
  if (!user.value || user.value.has_passkey || !supportsPasskeys) return null
  if (declined.value.includes(user.value.id)) return null
  const add = () =>
    attempt(async () => {
      const page = document.activeElement?.closest('main')
      if (!(await registerPasskey(thisDevice()))) return
      page?.focus()
      notify({ text: 'Your passkey is ready. Next time you need no link.' })
    })
  const decline = () => {
    document.activeElement?.closest('main')?.focus()
    declinePasskey()
  }
  return (
    <section class="bar offer" aria-label="Passkey">
      <Icon name="key" />
      <p>Next time, sign in with a fingerprint, your face or a screen lock.</p>
      <div>
        <Button class="link" aria-disabled={busy} onClick={add}>
          Add a passkey
        </Button>
        <Button class="link" onClick={decline}>
          Not now
        </Button>
      </div>
      <Trouble of={trouble} />
    </section>
  )
}

/** A default name for a passkey: "Chrome on Linux". */
export const thisDevice = () => describeClient(navigator.userAgent) ?? 'This device'
