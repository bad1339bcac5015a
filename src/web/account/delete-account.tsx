import { useSignal } from '@preact/signals'
import { leave } from '../sign-out.ts'
import { Field } from './field.tsx'
import { focusSection } from './section.tsx'
import { useAttempt } from './use-attempt.ts'

export function DeleteAccount() {
  const typed = useSignal<string | undefined>(undefined)
  const { busy, trouble, attempt } = useAttempt()
  return (
    <>
      <p class="quiet">
        All your projects and cards, the bin, your passkeys and API tokens are deleted at once, on every
        device. Nobody can bring them back.
      </p>
      {typed.value === undefined ? (
        <button
          type="button"
          onClick={() => {
            typed.value = ''
          }}
        >
          Delete my account
        </button>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            attempt(() => leave(typed.value ?? ''))
          }}
        >
          <Field
            label="Type your address to confirm it"
            text={typed.value}
            onText={(text) => {
              typed.value = text
            }}
            trouble={trouble}
            input={{ type: 'email', autocomplete: 'off' }}
          />
          <div class="choices">
            <button type="submit" class="danger" aria-disabled={busy}>
              Delete everything
            </button>
            <button
              type="button"
              onClick={() => {
                focusSection()
                typed.value = undefined
              }}
            >
              Keep my account
            </button>
          </div>
        </form>
      )}
    </>
  )
}
