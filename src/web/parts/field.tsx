import { useSignal } from '@preact/signals'
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { explain, isProblem } from '../session/api.ts'
import { CeremonyError } from '../sign-in/ceremonies.ts'
import { Button } from './icons.tsx'

interface FormProps {
  label: string
  initially?: string
  onText?: (text: string) => void
  /** False if the page appears unasked: what the person is typing elsewhere must not end up in the field. */
  takesFocus?: boolean
  input?: InputHTMLAttributes<HTMLInputElement>
  verb: string
  isDangerous?: boolean
  onSubmit: (text: string) => Promise<unknown>
  cancel?: string
  onCancel?: () => void
  /** More than the one field. */
  children?: ComponentChildren
}

/**
 * A text field and its buttons. The server finds the mistakes in it. The field takes the focus when it appears and at every
 * error.
 */
export function Form({ takesFocus = true, ...props }: FormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { busy, trouble, attempt } = useAttempt()
  useLayoutEffect(() => {
    if (takesFocus || trouble !== undefined) field.current?.focus()
  }, [trouble])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempt(() => props.onSubmit(field.current?.value ?? ''))
      }}
    >
      <div class="field">
        <label for={id}>{props.label}</label>
        <input
          {...props.input}
          id={id}
          ref={field}
          dir="auto"
          defaultValue={props.initially ?? ''}
          required
          aria-invalid={isProblem(trouble, 'validation_failed')}
          aria-describedby={`${id}-trouble`}
          onInput={({ currentTarget }) => props.onText?.(currentTarget.value)}
        />
        <Trouble id={`${id}-trouble`} of={trouble} />
      </div>
      {props.children}
      <div class="bar choices">
        <button type="submit" class={props.isDangerous ? 'danger' : 'primary'} aria-disabled={busy}>
          {props.verb}
        </button>
        {props.onCancel && <Button onClick={props.onCancel}>{props.cancel ?? 'Cancel'}</Button>}
      </div>
    </form>
  )
}

/** A live region, drawn before it has a text: one that is inserted with its text may not be read aloud. */
export const Trouble = ({ of: error, id }: { of: unknown; id?: string }) => (
  <p class="trouble bad" role="alert" id={id}>
    {error === undefined ? '' : error instanceof CeremonyError ? error.message : explain(error)}
  </p>
)

/** A sentence that takes the focus when it appears, so that it is read aloud. */
export function ReadAloud({ children }: { children: ComponentChildren }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => sentence.current?.focus(), [])
  return (
    <p ref={sentence} tabIndex={-1}>
      {children}
    </p>
  )
}

/** Runs one request at a time and keeps its error. */
export function useAttempt() {
  const busy = useSignal(false)
  const trouble = useSignal<unknown>(undefined)
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (busy.value) return
    busy.value = true
    trouble.value = undefined
    try {
      await work()
    } catch (error) {
      trouble.value = error
    } finally {
      busy.value = false
    }
  }
  return { busy: busy.value, trouble: trouble.value, attempt }
}
