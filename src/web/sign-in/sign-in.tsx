import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { hasKeyboard } from '../device/touch.ts'
import { page } from '../navigation/route.ts'
import { changesOf, inLost } from '../outbox/status.ts'
import { Form, Trouble, useAttempt } from '../parts/field.tsx'
import { Button, Icon } from '../parts/icons.tsx'
import { Day } from '../parts/words.tsx'
import { api } from '../session/api.ts'
import { address, begin, endedUserId } from '../session/session.ts'
import { deletedAccount, ending, signOut, startAnew } from '../session/sign-out.ts'
import { countDrafts } from '../state/drafts.ts'
import { reduceToUnsent } from '../store/store.ts'
import { signInWithPasskey, suggestPasskeys, supportsPasskeys } from './ceremonies.ts'
import { rememberPath, type Sending, sendLink } from './links.ts'
import { Resend } from './resend.tsx'
import { Sheet } from './sheet.tsx'

function requestLink() {
  rememberPath()
  return api.requestLink({ email: address.value })
}

export function SignIn() {
  const [sending, setSending] = useState<Sending | undefined>()
  // A session can end while somebody is typing a card: the rest of it, and Enter, must not go into the form.
  const interrupts = useRef(endedUserId.value !== null)
  return sending === undefined ? (
    <AskForAddress
      takesFocus={!interrupts.current && hasKeyboard.value}
      onSent={(answer) => {
        interrupts.current = false
        setSending(answer)
      }}
    />
  ) : (
    <CheckMail {...sending} onBack={() => setSending(undefined)} />
  )
}

function AskForAddress({ takesFocus, onSent }: { takesFocus: boolean; onSent: (sent: Sending) => void }) {
  const leftovers = useLeftovers(endedUserId.value)
  return (
    <Sheet title={endedUserId.value ? 'Sign in again' : 'Sign in'}>
      <p class="quiet">{endedUserId.value ? <Ended leftovers={leftovers} /> : greeting()}</p>
      <Form
        label="Email address"
        initially={address.value}
        onText={(text) => {
          address.value = text
        }}
        takesFocus={takesFocus}
        input={{
          type: 'email',
          name: 'email',
          autocomplete: 'username webauthn',
          placeholder: 'ada@example.com',
        }}
        verb="Email me a link"
        onSubmit={async () => onSent(await sendLink(requestLink))}
      />
      {supportsPasskeys && <UsePasskey />}
      {endedUserId.value && leftovers !== undefined && <RemoveData leftovers={leftovers} />}
    </Sheet>
  )
}

function greeting(): string {
  if (deletedAccount) return `The account ${deletedAccount} and everything in it are deleted.`
  const reason = page.value.name === 'connect' ? 'Sign in to connect an agent. ' : ''
  return `${reason}No password needed. New here? We’ll create your account.`
}

function UsePasskey() {
  const { busy, trouble, attempt } = useAttempt()
  const unused = useSignal(false)
  const tries = useSignal(0)
  useLayoutEffect(
    () => suggestPasskeys((finish) => attempt(async () => begin(await finish()))),
    [tries.value],
  )
  const ask = () =>
    attempt(async () => {
      try {
        const session = await signInWithPasskey()
        unused.value = !session
        if (session) begin(session)
      } finally {
        // The browser allows one ceremony at a time: this one has ended the suggestions, which start again.
        tries.value++
      }
    })
  return (
    <div class="other-way">
      <Button class="bar" aria-disabled={busy} onClick={ask}>
        <Icon name="key" />
        Use a passkey
      </Button>
      <p class="outcome quiet" role="status">
        {unused.value && !busy && 'No passkey was used. Try again, or use a link.'}
      </p>
      <Trouble of={trouble} />
    </div>
  )
}

function CheckMail({ isSent, wait, onBack }: Sending & { onBack: () => void }) {
  const to = <strong>{address.value.trim()}</strong>
  return (
    <Sheet title={isSent ? 'Check your mail' : 'A link was sent moments ago'}>
      {isSent ? (
        <p>A link is on its way to {to}. Open it in this browser, and you are signed in here too.</p>
      ) : (
        <p>The last link to {to} was sent less than a minute ago. Open that one, or wait to send another.</p>
      )}
      <p class="quiet">It expires in 15 minutes and works once. Can’t find it? Check your spam folder.</p>
      <Resend wait={wait} request={requestLink}>
        <Button class="link" onClick={onBack}>
          Use another address
        </Button>
      </Resend>
    </Sheet>
  )
}

/** Names what only this device has of an account whose session has ended. Undefined until it is known. */
function useLeftovers(userId: string | null): string | undefined {
  const [leftovers, setLeftovers] = useState<string | undefined>()
  useLayoutEffect(() => {
    if (!userId) return
    reduceToUnsent(userId).then((unsent) =>
      setLeftovers(unsent ? inLost(changesOf(unsent), countDrafts(userId)) : 'Whatever was not sent'),
    )
  }, [userId])
  return leftovers
}

const Ended = ({ leftovers }: { leftovers: string | undefined }) => (
  <>
    Your session has ended. Signing in leads back to where you were.
    {leftovers && ' Your unsent changes are kept on this device.'}
  </>
)

/** Asks first if something would be lost. */
function RemoveData({ leftovers }: { leftovers: string }) {
  const [isAsking, ask] = useState(false)
  const press = () => (leftovers ? ask(!isAsking) : signOut())
  return (
    <section aria-label="This device" class={isAsking ? 'warning' : ''}>
      <p class="outcome" role="status">
        {isAsking && `${leftovers} will be lost.`}
      </p>
      {/* One button, which keeps the focus: Enter pressed twice loses nothing. */}
      <Button class={isAsking ? '' : 'link'} onClick={press}>
        {isAsking ? 'Cancel' : 'Remove the data from this device'}
      </Button>
      {isAsking && (
        <Button class="danger" onClick={() => signOut()}>
          Remove anyway
        </Button>
      )}
    </section>
  )
}

/** Shown until the session has ended on the server too. */
export function SigningOut() {
  if (!ending.value) return null
  const { expires_at, trouble, end } = ending.value
  const isTrying = trouble === undefined
  return (
    <Sheet title={isTrying ? 'Signing out…' : 'Signed out in this browser'}>
      <Trouble of={trouble} />
      {!isTrying && (
        <>
          <p>
            Your session could not be ended on the server. It ends there by itself on <Day of={expires_at} />.
          </p>
          <Button class="primary" onClick={end}>
            Try again
          </Button>
          <Button onClick={startAnew}>Sign in</Button>
        </>
      )}
    </Sheet>
  )
}
