import { useState } from 'preact/hooks'
import type { ApiToken } from '../../contract/access.ts'
import { ShowCompleted } from '../board/completed.tsx'
import { askToSignOut } from '../commands/commands.ts'
import { appUrl } from '../device/base.ts'
import { type Installing, install, installing } from '../device/install.ts'
import { shortcutsOn } from '../device/keys.ts'
import { theme, themes } from '../device/local-storage.ts'
import { hasKeyboard } from '../device/touch.ts'
import { isAway } from '../outbox/status.ts'
import { Copyable } from '../parts/copyable.tsx'
import { Form, Trouble, useAttempt } from '../parts/field.tsx'
import { Button, Icon } from '../parts/icons.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { focusSection, Opening, Section } from '../parts/section.tsx'
import { api } from '../session/api.ts'
import { leave } from '../session/sign-out.ts'
import { registerPasskey, supportsPasskeys } from '../sign-in/ceremonies.ts'
import { thisDevice } from '../sign-in/passkey-offer.tsx'
import { announce } from '../state/notices.ts'
import { ExportAccount, ImportFile } from '../transfer/import-file.tsx'
import {
  Entries,
  type Listing,
  listApiTokens,
  listPasskeys,
  listSessions,
  passkeys,
  sessions,
  useListing,
} from './access.tsx'
import { Address } from './address.tsx'
import { Agents } from './agents.tsx'
import { ApiTokens, Made, wantedToken } from './api-tokens.tsx'
import '../styles/settings.css'

export function SettingsPage() {
  // Three sections show or change them.
  const tokens = useListing(listApiTokens)
  const apiTokens = (
    <Section key="API tokens" title="API tokens">
      <ApiTokens tokens={tokens} />
    </Section>
  )
  // A program has sent the person here to create one.
  const [areTokensFirst] = useState(wantedToken() !== undefined)
  return (
    <div class="page settings">
      <PageHead title={<h1>Settings</h1>} />
      {areTokensFirst && apiTokens}
      <Section title="Account">
        <Address />
      </Section>
      <Section title="Appearance">
        <ThemeSwitch />
        <ShowCompleted label="Show completed cards on this device" />
      </Section>
      {hasKeyboard.value && <Keyboard />}
      <Section title="This device">
        <InstallApp />
      </Section>
      <Section title="Passkeys">
        <Passkeys />
      </Section>
      <Section title="Devices">
        <Sessions />
      </Section>
      <Section title="Calendar">
        <Calendar tokens={tokens} />
      </Section>
      <Section title="Agents">
        <Agents tokens={tokens} />
      </Section>
      <Section title="Your data">
        <YourData />
      </Section>
      <Section title="Sign out">
        <p class="quiet">In every tab of this browser.</p>
        <Button onClick={askToSignOut}>Sign out</Button>
      </Section>
      {/* For developers. */}
      {areTokensFirst || apiTokens}
      <Section title="Command line">
        <CommandLine />
      </Section>
      <Section title="Delete account">
        <DeleteAccount />
      </Section>
    </div>
  )
}

const Keyboard = () => (
  <Section title="Keyboard">
    <label class="bar switch">
      <input
        type="checkbox"
        checked={shortcutsOn.value}
        onChange={(event) => {
          shortcutsOn.value = event.currentTarget.checked
        }}
      />
      Single-key shortcuts
    </label>
    <p class="quiet">
      Press <kbd>?</kbd> anywhere to see them all. Turn this off if you press keys by accident or use voice
      control.
    </p>
  </Section>
)

const drawings = { system: 'auto', light: 'sun', dark: 'moon' } as const
const names = { system: 'System', light: 'Light', dark: 'Dark' }

const ThemeSwitch = () => (
  <fieldset class="themes">
    <legend class="sr">Theme</legend>
    {themes.map((one) => (
      <label key={one} class="bar">
        <input
          type="radio"
          name="theme"
          checked={theme.value === one}
          onChange={() => {
            theme.value = one
          }}
        />
        <Icon name={drawings[one]} />
        {names[one]}
      </label>
    ))}
  </fieldset>
)

const CommandLine = () => (
  <>
    <p class="quiet">
      Use your cards in the terminal with the <code>inboard</code> command. It logs in with an API token of
      its own:
    </p>
    <div class="made">
      <Copyable name="login command" text={`inboard login ${appUrl()}`} />
    </div>
    <p class="quiet">
      Then <code>inboard add Water the plants</code>, <code>inboard ls</code>, and <code>inboard --help</code>{' '}
      for the rest.
    </p>
  </>
)

const installWords: Record<Installing, string> = {
  done: 'Inboard is installed on this device.',
  offered: 'Install Inboard to give it an icon and a window of its own, and to share to it from other apps.',
  'by hand on iOS':
    'To install Inboard, tap Share in your browser, then Add to Home Screen. It gets an icon of its own, and the browser does not clear away what it keeps on this device.',
  'by hand':
    'Your browser may be able to install Inboard: look for Install, Add to Home screen or Add to Dock in its menu.',
  impossible: 'Inboard can be installed, and opens without a network, only if you reach it over https.',
}

function InstallApp() {
  const state = installing()
  const start = () => {
    focusSection()
    install()
  }
  return (
    <>
      <p class="quiet">{installWords[state]}</p>
      {state === 'offered' && <Button onClick={start}>Install</Button>}
    </>
  )
}

const YourData = () => (
  <>
    <ExportAccount />
    <ImportFile />
    {isAway.value && <p class="quiet">You are offline. To export or import, you need a connection.</p>}
  </>
)

function Calendar({ tokens }: { tokens: Listing<ApiToken> }) {
  const [token, setToken] = useState<string | undefined>()
  const { busy, trouble, attempt } = useAttempt()
  async function create(): Promise<void> {
    const made = await api.makeApiToken({ label: 'Calendar', scope: 'calendar' })
    setToken(made.token)
    await tokens.reload()
  }
  return (
    <>
      <p class="quiet">
        See the cards that have a date in Google Calendar, Apple Calendar or any other that can subscribe to a
        URL. Most of them look for changes every few hours.
      </p>
      <p class="quiet">
        Anyone with this URL can read those cards. Treat it like a password. If it gets into the wrong hands,
        revoke it under “API tokens”.
      </p>
      {token ? (
        <Made
          sentence="Subscribe to this URL in your calendar. Copy it now: it is not shown again."
          onDone={() => {
            focusSection()
            setToken(undefined)
          }}
        >
          <Copyable name="URL" text={`${appUrl()}/calendar/${token}.ics`} />
        </Made>
      ) : (
        <Button aria-disabled={busy} onClick={() => attempt(create)}>
          Create calendar URL
        </Button>
      )}
      <Trouble of={trouble} />
    </>
  )
}

const DeleteAccount = () => (
  <>
    <p class="quiet">
      All your projects and cards, the bin, your passkeys and API tokens are deleted at once, on every device.
      This can’t be undone.
    </p>
    <Opening button="Delete my account">
      {(keep) => (
        <Form
          label="Type your email address to confirm"
          input={{ type: 'email', autocomplete: 'off' }}
          verb="Delete everything"
          isDangerous
          onSubmit={leave}
          cancel="Keep my account"
          onCancel={keep}
        />
      )}
    </Opening>
  </>
)

const shownAtFirst = 10

function Sessions() {
  const listing = useListing(listSessions)
  const { busy, trouble, attempt } = useAttempt()
  const endOthers = () =>
    attempt(async () => {
      await api.endOtherSessions()
      focusSection()
      await listing.reload()
      announce('Every other device was signed out.')
    })
  const { value: all = [] } = listing.items
  return (
    <>
      <p class="quiet">You are signed in on these devices.</p>
      {listing.failure}
      <Entries kind={sessions} items={all.slice(0, shownAtFirst)} listing={listing} />
      {all.length > shownAtFirst && (
        <details>
          <summary>{all.length - shownAtFirst} more</summary>
          <Entries kind={sessions} items={all.slice(shownAtFirst)} listing={listing} />
        </details>
      )}
      {all.length > 1 && (
        <Button aria-disabled={busy} onClick={endOthers}>
          Sign out all other devices
        </Button>
      )}
      <Trouble of={trouble} />
    </>
  )
}

function Passkeys() {
  const listing = useListing(listPasskeys)
  async function add(label: string, close: () => void) {
    const passkey = await registerPasskey(label)
    if (!passkey) return
    await listing.reload()
    announce(`${passkey.label} was added.`)
    close()
  }
  return (
    <>
      <p class="quiet">
        A passkey signs you in with a fingerprint, your face or a screen lock, without a link.
      </p>
      {listing.failure}
      <Entries kind={passkeys} items={listing.items.value} listing={listing} />
      {listing.items.value && supportsPasskeys && (
        <Opening button="Add a passkey">
          {(close) => (
            <Form
              label="Name of the passkey"
              initially={thisDevice()}
              input={{ maxLength: 100, autocomplete: 'off' }}
              verb="Create passkey"
              onSubmit={(label) => add(label, close)}
              onCancel={close}
            />
          )}
        </Opening>
      )}
    </>
  )
}
