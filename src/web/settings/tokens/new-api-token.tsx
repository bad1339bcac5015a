import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import type { MadeApiToken, Scope } from '../../../contract/access.ts'
import { Field } from '../../parts/field.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useKeptInView } from '../../parts/use-kept-in-view.ts'
import { api } from '../../session/api.ts'
import type { WantedToken } from './wanted-api-token.ts'

const scopes: Record<Scope, { name: string; about: string }> = {
  capture: { name: 'Add to the inbox', about: 'Only that: it cannot read anything.' },
  read: { name: 'Read', about: 'Sees all projects, cards and the bin, and changes nothing.' },
  write: {
    name: 'Read and write',
    about: 'Does everything with projects, cards and the bin that you can do.',
  },
}

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
      <fieldset class="scopes">
        <legend>Access</legend>
        {(Object.keys(scopes) as Scope[]).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="scope"
              checked={scope.value === one}
              aria-labelledby={`${id}-${one}`}
              aria-describedby={`${id}-${one}-about`}
              onChange={() => {
                scope.value = one
              }}
            />
            <span>
              <span id={`${id}-${one}`}>{scopes[one].name}</span>
              <span class="quiet small" id={`${id}-${one}-about`}>
                {scopes[one].about}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for={id}>When does it expire?</label>
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
