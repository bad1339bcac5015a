import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isProblem } from '../session/api.ts'
import { Trouble, useAttempt } from './field.tsx'
import { Icon, IconButton, type IconName } from './icons.tsx'
import { focusSection } from './section.tsx'
import '../styles/entries.css'

interface EntryProps {
  icon: IconName
  title: ComponentChildren
  details: ComponentChildren
  children?: ComponentChildren
}

/** A session, an API token or a passkey in a list of them. */
export const Entry = ({ icon, title, details, children }: EntryProps) => (
  <li>
    <Icon name={icon} />
    <div>
      <h3 dir="auto">{title}</h3>
      <p class="quiet small">{details}</p>
    </div>
    {children}
  </li>
)

/** Treats “not found” as removed. */
export const removed = (removal: Promise<void>) =>
  removal.catch((error) => {
    if (!isProblem(error, 'not_found')) throw error
  })

interface RemovalProps {
  /** The button that asks, such as "Remove Key ring". */
  name: string
  /** The question, with what removing it means. */
  consequence: string
  /** The button that does it. */
  verb: string
  remove: () => Promise<void>
  onGone: () => void
}

/** A button that removes something after a question. */
export function Removal({ name, consequence, verb, remove, onGone }: RemovalProps) {
  const asking = useSignal(false)
  if (!asking.value)
    return (
      <IconButton
        icon="trash"
        label={name}
        onClick={() => {
          asking.value = true
        }}
      />
    )
  return (
    <Question
      consequence={consequence}
      verb={verb}
      remove={() => removed(remove()).then(onGone)}
      onKeep={() => {
        focusSection()
        asking.value = false
      }}
    />
  )
}

type QuestionProps = Pick<RemovalProps, 'consequence' | 'verb' | 'remove'> & { onKeep: () => void }

function Question({ consequence, verb, remove, onKeep }: QuestionProps) {
  const { busy, trouble, attempt } = useAttempt()
  const question = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => question.current?.focus(), [])
  return (
    <div class="removal">
      <p ref={question} tabIndex={-1}>
        {consequence}
      </p>
      <div class="choices">
        <button type="button" class="danger" aria-disabled={busy} onClick={() => attempt(remove)}>
          {verb}
        </button>
        <button type="button" onClick={onKeep}>
          Cancel
        </button>
      </div>
      <Trouble of={trouble} />
    </div>
  )
}
