import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { signOut, token } from '../session.ts'
import { shortcutsOn } from '../shortcut-setting.ts'
import { theme, themes } from '../theme.ts'
import { Address } from './address-change.tsx'
import { Passkeys } from './passkeys.tsx'
import { Section } from './section.tsx'

export const SettingsPage = () => (
  <div class="settings">
    <h1>Settings</h1>
    <Section title="Account">
      <Address />
    </Section>
    <Section title="Passkeys">
      <Passkeys />
    </Section>
    <Section title="Appearance">
      <ThemeSwitch />
    </Section>
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
        Press <kbd>?</kbd> anywhere to see them all. Switch them off if keys are pressed by accident or by
        voice.
      </p>
    </Section>
    <Section title="For programs">
      <CopyToken />
    </Section>
    <Section title="Sign out">
      <p class="quiet">In every tab of this browser.</p>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </Section>
  </div>
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

function CopyToken() {
  const outcome = useSignal('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(token() ?? '')
      outcome.value = 'Copied. Keep it as you would keep a key.'
    } catch {
      outcome.value = 'The browser did not allow it to be copied.'
    }
  }
  return (
    <>
      <p class="quiet">
        Everything here can be done <a href="/docs">through the API</a> as well. A program needs your session
        token: whoever has it is signed in as you until it expires.
      </p>
      <button type="button" onClick={copy}>
        Copy session token
      </button>
      <p class="outcome quiet" role="status">
        {outcome.value}
      </p>
    </>
  )
}
