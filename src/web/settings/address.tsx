import { useLayoutEffect, useState } from 'preact/hooks'
import { Form, Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { listen } from '../parts/listen.ts'
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
    return listen(['focus'], refreshUser)
  }, [])
  const [isEditing, edit] = useState(hasDraft('new-address'))
  const [wait, setWait] = useState(0)
  const { trouble, attempt } = useAttempt()
  const withdraw = () =>
    attempt(async () => {
      const answer = await api.withdrawAddressChange()
      focusSection()
      updateUser(answer.user)
    })
  const leave = (seconds: number) => {
    discard('new-address')
    focusSection()
    setWait(seconds)
    edit(false)
  }
  if (!user.value) return null
  const { email, pending_email } = user.value
  return (
    <>
      <p>
        You are signed in as <strong>{email}</strong>.
      </p>
      {isEditing ? (
        <Form
          label="New address"
          initially={draft('new-address')}
          onText={(text) => write('new-address', text)}
          input={{ type: 'email', name: 'email', autocomplete: 'email' }}
          verb="Send a confirmation link"
          onSubmit={async (text) => leave((await requestChange(text)).retry_after)}
          onCancel={() => leave(0)}
        />
      ) : pending_email ? (
        <div class="pending">
          <p>
            We sent a link to <strong>{pending_email}</strong>. Your address changes when you open it.
          </p>
          <Resend key={pending_email} wait={wait} request={() => requestChange(pending_email)}>
            <Button onClick={withdraw}>Cancel the change</Button>
            <Button class="link" onClick={() => edit(true)}>
              Use another address
            </Button>
          </Resend>
          <Trouble of={trouble} />
        </div>
      ) : (
        <Button onClick={() => edit(true)}>Change address</Button>
      )}
    </>
  )
}
