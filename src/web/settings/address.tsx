import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { Field, Form, Trouble, useAttempt } from '../parts/field.tsx'
import { focusSection } from '../parts/section.tsx'
import { api, refreshUser } from '../session/api.ts'
import { updateUser, user } from '../session/session.ts'
import { rememberPath } from '../sign-in/links.ts'
import { Resend } from '../sign-in/resend.tsx'
import { discard, draft, hasDraft, write } from '../state/drafts.ts'

async function requestChange(email: string) {
  rememberPath()
  const answer = await api.requestAddressChange({ email })
  updateUser(answer.user)
  return answer
}

export function Address() {
  // The link may have been opened in another tab or browser.
  useLayoutEffect(() => {
    refreshUser()
    addEventListener('focus', refreshUser)
    return () => removeEventListener('focus', refreshUser)
  }, [])
  const editing = useSignal(hasDraft('new-address'))
  const wait = useSignal(0)
  const { trouble, attempt } = useAttempt()
  const withdraw = () =>
    attempt(async () => {
      const answer = await api.withdrawAddressChange()
      focusSection()
      updateUser(answer.user)
    })
  const edit = () => {
    editing.value = true
  }
  if (!user.value) return null
  const { email, pending_email } = user.value
  return (
    <>
      <p>
        You are signed in as <strong>{email}</strong>.
      </p>
      {editing.value ? (
        <NewAddress
          onDone={(seconds) => {
            focusSection()
            wait.value = seconds
            editing.value = false
          }}
        />
      ) : pending_email ? (
        <div class="pending">
          <p>
            We sent a link to <strong>{pending_email}</strong>. Your address changes when you open it.
          </p>
          <Resend key={pending_email} wait={wait.value} request={() => requestChange(pending_email)}>
            <button type="button" onClick={withdraw}>
              Cancel the change
            </button>
            <button type="button" class="link" onClick={edit}>
              Use another address
            </button>
          </Resend>
          <Trouble of={trouble} />
        </div>
      ) : (
        <button type="button" onClick={edit}>
          Change address
        </button>
      )}
    </>
  )
}

function NewAddress({ onDone }: { onDone: (wait: number) => void }) {
  const { busy, trouble, attempt } = useAttempt()
  const text = draft('new-address')
  const leave = (wait: number) => {
    discard('new-address')
    onDone(wait)
  }
  return (
    <Form
      verb="Send a confirmation link"
      busy={busy}
      onSubmit={() => attempt(async () => leave((await requestChange(text)).retry_after))}
      onCancel={() => leave(0)}
    >
      <Field
        label="New address"
        text={text}
        onText={(typed) => write('new-address', typed)}
        trouble={trouble}
        input={{ type: 'email', name: 'email', autocomplete: 'email' }}
      />
    </Form>
  )
}
