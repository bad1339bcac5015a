import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import type { MadeApiToken, Scope } from '../../../contract/access.ts'
import { Field } from '../../parts/field.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useKeptInView } from '../../parts/use-kept-in-view.ts'
import { api } from '../../session/api.ts'
import { ScopeChoice, within } from './scope-choice.tsx'
import type { WantedToken } from './wanted-api-token.ts'

const lives = { '30 days': 30, '90 days': 90, '1 year': 365, Never: undefined }
type Life = keyof typeof lives

const dayInMs = 24 * 60 * 60_000
const expiryAfter = (days: number | undefined) =>
  days === undefined ? null : new Date(Date.now() + days * dayInMs).toISOString()

interface NewTokenProps {
  /** The initial values of the form. */
  wanted: WantedToken | undefined
  onMade: (made: MadeApiToken) => void
  onCancel: () => void
}

export function NewToken({ wanted, onMade, onCancel }: NewTokenProps) {
  const id = useId()
  const label = useSignal(wanted?.label ?? '')
  const scope = useSignal<Scope>(wanted?.scope ?? 'capture')
  const life = useSignal<Life>('1 year')
  const { busy, trouble, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  useKeptInView(form, wanted !== undefined)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempt(async () =>
          onMade(
            await api.makeApiToken({
              label: label.value,
              scope: scope.value,
              expires_at: expiryAfter(lives[life.value]),
            }),
          ),
        )
      }}
    >
      <Field
        label="Name"
        text={label.value}
        onText={(text) => {
          label.value = text
        }}
        trouble={trouble}
        input={{ maxLength: 100, autocomplete: 'off', placeholder: 'Shell on the laptop' }}
      />
      <ScopeChoice
        legend="Access"
        scopes={within.write}
        scope={scope.value}
        onChoose={(chosen) => {
          scope.value = chosen
        }}
      />
      <div class="field">
        <label for={id}>Expires</label>
        <select
          id={id}
          value={life.value}
          onChange={(event) => {
            life.value = event.currentTarget.value as Life
          }}
        >
          {Object.keys(lives).map((one) => (
            <option key={one} value={one}>
              {lives[one as Life] ? `In ${one}` : one}
            </option>
          ))}
        </select>
      </div>
      <div class="choices">
        <button type="submit" class="primary" aria-disabled={busy}>
          Create API token
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
