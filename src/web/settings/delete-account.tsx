import { useSignal } from '@preact/signals'
import { Field, useAttempt } from '../parts/field.tsx'
import { focusSection } from '../parts/section.tsx'
import { leave } from '../session/sign-out.ts'

export function DeleteAccount() {
  const typed = useSignal<string | undefined>(undefined)
  const { busy, trouble, attempt } = useAttempt()
  return (
    <>
      <p class="quiet">
        All your projects and cards, the bin, your passkeys and API tokens are deleted at once, on every
        device. This can’t be undone.
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
            label="Type your email address to confirm"
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
