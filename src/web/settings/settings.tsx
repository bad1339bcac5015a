import { ShowCompleted } from '../board/completed/show-completed.tsx'
import { theme, themes } from '../device/theme.ts'
import { hasKeyboard } from '../device/touch.ts'
import { askToSignOut } from '../dialogs/ask-to-sign-out.ts'
import { PageHead } from '../frame/page-head.tsx'
import { shortcutsOn } from '../keyboard/shortcut-setting.ts'
import { Icon } from '../parts/icons.tsx'
import { Section } from '../parts/section.tsx'
import { useListing } from '../parts/use-listing.tsx'
import { Address } from './address-change.tsx'
import { Agents } from './agents.tsx'
import { CommandLine } from './command-line.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { InstallApp } from './install-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { ApiTokens, listApiTokens } from './tokens/api-tokens.tsx'
import { Calendar } from './tokens/calendar.tsx'
import { YourData } from './your-data.tsx'
import '../styles/settings.css'

export function SettingsPage() {
  // Three sections show or change them.
  const tokens = useListing(listApiTokens)
  return (
    <div class="page settings">
      <PageHead title={<h1>Settings</h1>} />
      <Section title="Account">
        <Address />
      </Section>
      <Section title="Appearance">
        <ThemeSwitch />
        <ShowCompleted />
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
        <button type="button" onClick={askToSignOut}>
          Sign out
        </button>
      </Section>
      {/* For developers. */}
      <Section title="API tokens">
        <ApiTokens tokens={tokens} />
      </Section>
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
    <label class="switch">
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
      <label key={one}>
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
