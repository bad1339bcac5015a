import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Passkey } from '../../contract/passkey.ts'
import { api, isProblem } from '../api.ts'
import { Icon } from '../icons.tsx'
import { updateUser, user } from '../session.ts'
import { announce } from '../state/notices.ts'
import { registerPasskey, supportsPasskeys } from './ceremonies.ts'
import { Field, Trouble } from './field.tsx'
import { declinePasskey } from './passkey-offer.tsx'
import { focusSection } from './section.tsx'
import { thisDevice } from './this-device.ts'
import { useAttempt } from './use-attempt.ts'

export function Passkeys() {
  const passkeys = useSignal<readonly Passkey[] | undefined>(undefined)
  const { busy, trouble, attempt } = useAttempt()
  const load = () =>
    attempt(async () => {
      passkeys.value = (await api.listPasskeys()).passkeys
    })
  useLayoutEffect(() => {
    load()
  }, [])
  function forget(gone: Passkey) {
    focusSection()
    passkeys.value = passkeys.value?.filter(({ id }) => id !== gone.id)
    announce(`${gone.label} was removed.`)
    if (passkeys.value?.length || !user.value) return
    // Somebody who has just removed their last passkey should not be offered another.
    declinePasskey()
    updateUser({ ...user.value, has_passkey: false })
  }
  return (
    <>
      <p class="quiet">A passkey signs you in with a fingerprint, your face or a screen lock, and no link.</p>
      <Trouble of={trouble} />
      {trouble !== undefined && (
        <button type="button" aria-disabled={busy} onClick={load}>
          Try again
        </button>
      )}
      {passkeys.value && passkeys.value.length > 0 && (
        <ul class="passkeys">
          {passkeys.value.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onGone={() => forget(passkey)} />
          ))}
        </ul>
      )}
      {passkeys.value && supportsPasskeys && <Add passkeys={passkeys} />}
    </>
  )
}

function Row({ passkey, onGone }: { passkey: Passkey; onGone: () => void }) {
  const asking = useSignal(false)
  const { label, created_at, last_used_at, synced } = passkey
  return (
    <li>
      <Icon name="key" />
      <div>
        <h3>{label}</h3>
        <p class="quiet small">
          Added {date(created_at)} · {last_used_at ? <>last used {date(last_used_at)}</> : 'never used'} ·{' '}
          {synced ? 'synced' : 'on one device'}
        </p>
        {asking.value && (
          <Removal
            passkey={passkey}
            onGone={onGone}
            onKeep={() => {
              focusSection()
              asking.value = false
            }}
          />
        )}
      </div>
      {!asking.value && (
        <button
          type="button"
          class="icon"
          aria-label={`Remove ${label}`}
          onClick={() => {
            asking.value = true
          }}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  )
}

interface RemovalProps {
  passkey: Passkey
  onGone: () => void
  onKeep: () => void
}

function Removal({ passkey: { id }, onGone, onKeep }: RemovalProps) {
  const { busy, trouble, attempt } = useAttempt()
  const question = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => question.current?.focus(), [])
  const remove = () =>
    attempt(async () => {
      await api.removePasskey({ id }).catch((error) => {
        if (!isProblem(error, 'not_found')) throw error
      })
      onGone()
    })
  return (
    <div class="removal">
      <p ref={question} tabIndex={-1}>
        It will no longer sign you in. It stays on your device or in your password manager until you delete it
        there too.
      </p>
      <div class="choices">
        <button type="button" class="danger" aria-disabled={busy} onClick={remove}>
          Remove passkey
        </button>
        <button type="button" onClick={onKeep}>
          Keep it
        </button>
      </div>
      <Trouble of={trouble} />
    </div>
  )
}

function Add({ passkeys }: { passkeys: Signal<readonly Passkey[] | undefined> }) {
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
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempt(async () => {
          const passkey = await registerPasskey(label)
          if (!passkey) return
          passkeys.value = [...(passkeys.value ?? []), passkey]
          announce(`${passkey.label} was added.`)
          close()
        })
      }}
    >
      <Field
        label="Name of the passkey"
        text={label}
        onText={(text) => {
          name.value = text
        }}
        trouble={trouble}
        input={{ maxLength: 100, autocomplete: 'off' }}
      />
      <div class="choices">
        <button type="submit" class="primary" aria-disabled={busy}>
          Create passkey
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

const date = (iso: string) => (
  <time dateTime={iso}>{new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })}</time>
)
