import type { LinkDescription } from '../../contract/account.ts'
import { go } from '../navigation/route.ts'
import { user } from '../session/session.ts'
import { type LinkPageProps, LinkTrouble, SignedInAs, Stay } from './link-page.tsx'
import { Sheet } from './sheet.tsx'

/** Whether the session in this browser belongs to the account whose address the link changes. */
function isOwn({ email, account }: LinkDescription): boolean {
  if (user.value?.pending_email !== email) return false
  const [start = '', end = ''] = account.split('•••')
  return user.value.email.startsWith(start) && user.value.email.endsWith(end)
}

export const ChangeLink = (props: LinkPageProps) =>
  isOwn(props.link) ? <OwnChange {...props} /> : <OtherChange {...props} />

const OwnChange = ({ link: { email }, busy, trouble, open, decline }: LinkPageProps) => (
  <Sheet title="Change your address">
    <p>
      The address of your account changes from <strong>{user.value?.email}</strong> to{' '}
      <strong>{email}</strong>.
    </p>
    <div class="choices">
      <button type="button" class="primary" aria-disabled={busy} onClick={open}>
        Change address
      </button>
      <button type="button" aria-disabled={busy} onClick={decline}>
        This was not me
      </button>
    </div>
    <LinkTrouble of={trouble} />
  </Sheet>
)

const OtherChange = ({ link: { email, account }, busy, trouble, open, decline }: LinkPageProps) => (
  <Sheet title="Change the address of an account">
    <p>
      The address of the account <strong>{account}</strong> changes to <strong>{email}</strong>, and you are
      signed in to it.
    </p>
    <SignedInAs />
    <div class="warning">
      <p>Continue only if that account is yours and you asked for this yourself.</p>
      <p>
        Whoever asked for this can use the account, and would see whatever you put into it. If this was not
        you, say so.
      </p>
    </div>
    <div class="choices">
      <button type="button" aria-disabled={busy} onClick={decline}>
        This was not me
      </button>
      <button type="button" aria-disabled={busy} onClick={open}>
        {user.value ? `Change address and switch to ${email}` : 'Change address and sign in'}
      </button>
      <Stay />
    </div>
    <LinkTrouble of={trouble} />
  </Sheet>
)

export const Declined = ({ link: { account } }: { link: LinkDescription }) => (
  <Sheet title="Nothing was changed">
    <p>
      The account <strong>{account}</strong> keeps its address, and the link can no longer be used.
    </p>
    <SignedInAs />
    {user.value ? (
      <>
        <p class="quiet">If this is your account, the settings show who else can use it.</p>
        <div class="choices">
          <button type="button" class="primary" onClick={() => go('/', { replace: true })}>
            Continue to Inboard
          </button>
          <button type="button" onClick={() => go('/settings', { replace: true })}>
            Open the settings
          </button>
        </div>
      </>
    ) : (
      <p class="quiet">You can close this page.</p>
    )}
  </Sheet>
)
