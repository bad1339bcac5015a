import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Passkey } from '../../contract/passkey.ts'
import { Day, LastUse } from '../parts/day.tsx'
import { Entry, Removal } from '../parts/entry.tsx'
import { Field, Form, useAttempt } from '../parts/field.tsx'
import { focusSection } from '../parts/section.tsx'
import { useListing } from '../parts/use-listing.tsx'
import { api } from '../session/api.ts'
import { updateUser, user } from '../session/session.ts'
import { registerPasskey, supportsPasskeys } from '../sign-in/ceremonies.ts'
import { declinePasskey } from '../sign-in/passkey-offer.tsx'
import { announce } from '../state/notices.ts'
import { thisDevice } from './sessions.tsx'

export const listPasskeys = async () => (await api.listPasskeys()).passkeys

export function Passkeys() {
  const { items, change, drop, failure } = useListing(listPasskeys)
  function forget(gone: Passkey) {
    drop(gone, `${gone.label} was removed.`)
    if (items.value?.length || !user.value) return
    // Somebody who has just removed their last passkey should not be offered another.
    declinePasskey()
    updateUser({ ...user.value, has_passkey: false })
  }
  return (
    <>
      <p class="quiet">
        A passkey signs you in with a fingerprint, your face or a screen lock, without a link.
      </p>
      {failure}
      {items.value && items.value.length > 0 && (
        <ul class="entries">
          {items.value.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey}>
              <Removal
                name={`Remove ${passkey.label}`}
                consequence="It will no longer sign you in. It stays on your device or in your password manager until you delete it there too."
                verb="Remove passkey"
                remove={() => api.removePasskey({ id: passkey.id })}
                onGone={() => forget(passkey)}
              />
            </PasskeyEntry>
          ))}
        </ul>
      )}
      {items.value && supportsPasskeys && (
        <Add
          onAdded={(passkey) => {
            change((now) => [...now, passkey])
            announce(`${passkey.label} was added.`)
          }}
        />
      )}
    </>
  )
}

export const PasskeyEntry = ({ passkey, children }: { passkey: Passkey; children?: ComponentChildren }) => (
  <Entry
    icon="key"
    title={passkey.label}
    details={
      <>
        Added <Day of={passkey.created_at} /> · <LastUse at={passkey.last_used_at} /> ·{' '}
        {passkey.synced ? 'synced' : 'on one device'}
      </>
    }
  >
    {children}
  </Entry>
)

function Add({ onAdded }: { onAdded: (passkey: Passkey) => void }) {
  const name = useSignal<string | undefined>(undefined)
  const { busy, trouble, attempt } = useAttempt()
  const close = () => {
    focusSection()
    name.value = undefined
  }
  if (name.value === undefined)
    return (
      <button
        type="button"
        onClick={() => {
          name.value = thisDevice()
        }}
      >
        Add a passkey
      </button>
    )
  const label = name.value
  const add = () =>
    attempt(async () => {
      const passkey = await registerPasskey(label)
      if (!passkey) return
      onAdded(passkey)
      close()
    })
  return (
    <Form verb="Create passkey" busy={busy} onSubmit={add} onCancel={close}>
      <Field
        label="Name of the passkey"
        text={label}
        onText={(text) => {
          name.value = text
        }}
        trouble={trouble}
        input={{ maxLength: 100, autocomplete: 'off' }}
      />
    </Form>
  )
}
